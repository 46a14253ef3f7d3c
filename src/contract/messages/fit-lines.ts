/** Chat apps, and links that open them, cut longer messages. */
export const MESSAGE_LENGTH = 1500

/** Writes a message with as many lines as fit. */
export function fitLines(lines: string[], write: (shown: string[]) => string): string {
  const whole = write(lines)
  if (whole.length <= MESSAGE_LENGTH) return whole
  for (let shown = lines.length - 1; shown > 0; shown -= 1) {
    const message = write([...lines.slice(0, shown), `y ${lines.length - shown} más`])
    if (message.length <= MESSAGE_LENGTH) return message
  }
  // Never splits a surrogate pair.
  return `${write([])
    .slice(0, MESSAGE_LENGTH - 1)
    .replace(/[\uD800-\uDBFF]$/, '')}…`
}
