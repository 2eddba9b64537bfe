// Tables as the page shows them.

/** The texts of the cells of the table with this `data-testid`, row by row. */
export const cells = async (scope, testid) => {
  const rows = await scope.at(testid).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
};

/** A number as a cell shows it. */
export const number = (text) => Number(text.replace('−', '-').replace('%', '').replace(/,/g, ''));
