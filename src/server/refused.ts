/** What the operator asked for cannot be done as things are; the message, one line, says why and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
