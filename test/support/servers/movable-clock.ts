import { readFileSync } from 'node:fs'

/**
 * Loaded with `--import` before the first file of the shop: its clock is ahead of the machine's by the milliseconds in the
 * file of the environment, which it looks at ten times a second. Timers, as in reality, do not move.
 */
const LOOK_EVERY_MS = 100
const file = process.env['MOVABLE_CLOCK'] ?? ''
const realNow = Date.now.bind(Date)
let ahead = 0
const look = () => (ahead = Number(readFileSync(file, 'utf8')))
look()
setInterval(look, LOOK_EVERY_MS).unref()

const movedNow = () => realNow() + ahead
Date.now = movedNow
globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) =>
    Reflect.construct(date, given.length === 0 ? [movedNow()] : given, made) as Date,
})
