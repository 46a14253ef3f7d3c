/** `npm start` and, with --dev, `npm run dev`. */
import { prepare } from './prepare.mjs'
import { runFile } from './run-file.mjs'

const args = process.argv.slice(2)
const { node, env } = prepare({ build: !args.includes('--dev') })
runFile(node, env, 'src/server/main.ts', args)
