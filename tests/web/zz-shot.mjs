import { test } from 'node:test';
import { suite } from './lib/suite.mjs';
const t = suite();
t('shot', async (scope) => {
  await scope.page.setViewportSize({ width: 1280, height: 800 });
  await scope.open('#prompt=The+old+house+stood+at+the+end+of+the+road.+Nobody+had+lived+there+for+years&backend=cpu');
  await new Promise((r) => setTimeout(r, 5000));
  await scope.click('model-menu');
  await scope.page.screenshot({ path: '/tmp/menu.png' });
  await scope.click('open-price');
  await scope.click('price-measure');
  await new Promise((r) => setTimeout(r, 6000));
  await scope.page.screenshot({ path: '/tmp/price.png' });
  await scope.page.setViewportSize({ width: 390, height: 800 });
  await scope.page.emulateMedia({ colorScheme: 'dark' });
  await scope.page.screenshot({ path: '/tmp/price390.png' });
});
