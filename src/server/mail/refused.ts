/** Refusals of the mail system, which no later try changes: https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
const FOR_GOOD = { from: 550, to: 559 }

/**
 * What is wrong is the shop's: its sender, its password, its DNS, or its address is on a list. Servers tell by the
 * enhanced code (https://www.rfc-editor.org/rfc/rfc3463: 5.1.7 and 5.1.8 sender, 5.5 protocol, 5.7 policy), older ones in
 * words. Many refuse the sender only after RCPT TO.
 */
const OF_THE_SHOP =
  /\b5\.(?:1\.[78]|[57]\.\d+)\b|sender|relay|authenti|\b(?:spf|dkim|dmarc|helo)\b|client host/i

/**
 * Whether the server refuses this recipient or this mail for good. Not when it refuses the shop: all its mail would be
 * given up before anybody mends the setting.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const [command, code, response]: unknown[] = ['command', 'responseCode', 'response'].map((name) =>
    Reflect.get(error, name),
  )
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  if (typeof code !== 'number' || code < FOR_GOOD.from || code > FOR_GOOD.to) return false
  return !OF_THE_SHOP.test(typeof response === 'string' ? response : error.message)
}
