/** `node scripts/run.mjs FILE …`: runs a TypeScript file on the pinned Node, as all npm scripts do. */
import { fail, prepare } from './prepare.mjs'
import { runFile } from './run-file.mjs'

const [file, ...args] = process.argv.slice(2)
if (file === undefined) fail('Uso: node scripts/run.mjs ARCHIVO …')
const { node, env } = prepare({ build: false })
runFile(node, env, file, args)
