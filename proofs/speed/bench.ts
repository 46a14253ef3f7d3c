import { readdirSync } from 'node:fs'

/** `npm run bench NAME`: one of the measurements beside this file, with its options after `--`; without a name, their list. */
const names = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((file) => file !== 'bench')
  .toSorted()
const [name = ''] = process.argv.splice(2, 1)
if (names.includes(name)) await import(`./${name}.ts`)
else {
  console.error(`Uso: npm run bench NOMBRE [-- opciones]. Nombres: ${names.join(', ')}.`)
  process.exitCode = 2
}
