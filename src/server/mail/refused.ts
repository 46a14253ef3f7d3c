/** Refusals of the mail system, which no later try changes: https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
const FOR_GOOD = { from: 550, to: 559 }

/**
 * Of the recipient or of this mail: https://www.rfc-editor.org/rfc/rfc3463. 5.1.7 and 5.1.8 are the sender's, 5.5 the
 * protocol's, 5.7 a policy's.
 */
const FINAL_CODE = /^5\.(?:1\.(?:[0-6]|10)|2\.\d+|3\.4|6\.\d+)$/
/** For servers without enhanced codes. */
const FINAL_WORDS = /unknown|no such|does not exist|unrouteable|mailbox/i
/** Many servers refuse the sender only after RCPT TO, some with the codes and words of a recipient. */
const OF_THE_SHOP = /sender|relay|authenti|\b(?:spf|dkim|dmarc|helo|client)\b/i

/**
 * Whether the server refuses this recipient or this mail for good. Not when it refuses the shop, in whatever words:
 * all its mail would be given up before anybody mends the setting.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const [command, code, response]: unknown[] = ['command', 'responseCode', 'response'].map((name) =>
    Reflect.get(error, name),
  )
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  if (typeof code !== 'number' || code < FOR_GOOD.from || code > FOR_GOOD.to) return false
  const text = typeof response === 'string' ? response : error.message
  if (OF_THE_SHOP.test(text)) return false
  const [, enhanced] = /\b\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  return enhanced === undefined ? FINAL_WORDS.test(text) : FINAL_CODE.test(enhanced)
}
