// Makes wasm modules smaller with Binaryen's library: many in one process, for its script alone takes a second to start.
//
//   node smaller.mjs BINARYEN LIST
//
// BINARYEN is the library's script. Each line of LIST is a module: the level of `wasm-opt -O`, further passes with commas between
// them, the module and where the smaller one goes, with tabs between them.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [library, list] = process.argv.slice(2);
const { default: binaryen } = await import(pathToFileURL(library));

for (const line of (await readFile(list, 'utf8')).split('\n').filter(Boolean)) {
  const [level, passes, from, to] = line.split('\t');
  console.log(from);
  const module = binaryen.readBinary(await readFile(from));
  binaryen.setOptimizeLevel(Number(level));
  binaryen.setShrinkLevel(0);
  module.optimize();
  module.runPasses(passes.split(',').filter(Boolean));
  if (!module.validate()) throw new Error(`${from} became invalid`);
  await writeFile(to, module.emitBinary());
  module.dispose();
}
