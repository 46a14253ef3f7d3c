/** `npm start` and, with --dev, `npm run dev`: Vite reloads the web, a new process the server and the contract. */
import { prepare } from './prepare.mjs'
import { runAndReload } from './run-and-reload.mjs'
import { runFile } from './run-file.mjs'

const args = process.argv.slice(2)
const developing = args.includes('--dev')
const { node, env } = prepare({ build: !developing })
if (developing) runAndReload(node, env, 'src/server/main.ts', args, ['src/server', 'src/contract'])
else runFile(node, env, 'src/server/main.ts', args)
