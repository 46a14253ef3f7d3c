import { runCommand } from './run-command.ts'

/** `npm run shop -- …`: the commands of the operator. */
process.exitCode = await runCommand(process.argv.slice(2), process.env)
