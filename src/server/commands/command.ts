import type { Config } from '../config.ts'

/** What the operator may type after `npm run shop --`. */
export interface Command {
  /** What stands behind the name, as the help shows it. */
  usage: string
  /** One line of help. */
  help: string
  /** Answers the exit code: 0 done, 1 not, 2 called wrongly. */
  run: (call: Call) => Promise<number>
}

export interface Call {
  config: Config
  /** The folder of the shop's code. */
  root: string
  args: string[]
}

/** How a command was called is wrong; the message says how, and the help follows. */
export class WrongCall extends Error {}

export function say(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}

/** The one thing a command is about, such as a folder. */
export function onlyArgument(positionals: string[], name: string): string {
  const [value, ...more] = positionals
  if (value === undefined || value === '') throw new WrongCall(`Falta ${name}.`)
  if (more.length > 0) throw new WrongCall(`Sobra ${more.join(' ')}.`)
  return value
}
