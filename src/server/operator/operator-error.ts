/** An expected failure of a command or a start. The message, one line for the operator, says why and what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
