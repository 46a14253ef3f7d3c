import { describe, expect, it } from 'vitest'
import { isRefusedForGood } from './refused.ts'

const refusal = (command: string, response: string) =>
  Object.assign(new Error(`Can't send mail: ${response}`), {
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

describe('isRefusedForGood', () => {
  // As Postfix, Exim, Exchange and Gmail say it.
  it.each([
    ['RCPT TO', '550 5.1.1 <a@x.example>: Recipient address rejected: User unknown in local recipient table'],
    ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.'],
    ['RCPT TO', '550 Unrouteable address'],
    ['RCPT TO', '550 No such user here'],
    ['RCPT TO', '550 Requested action not taken: mailbox unavailable'],
    ['RCPT TO', '552 5.2.2 Mailbox full'],
    ['RCPT TO', '556 5.1.10 Domain does not accept mail'],
    ['DATA', '554 5.6.0 Message content rejected'],
    ['DATA', '552 5.3.4 Message size exceeds fixed limit'],
  ])('takes %s %s as final', (command, response) => {
    expect(isRefusedForGood(refusal(command, response))).toBe(true)
  })

  it.each([
    ['RCPT TO', '451 4.7.1 Greylisting in action, please come back later'],
    ['RCPT TO', '452 4.2.2 Mailbox full'],
    ['MAIL FROM', '550 5.1.8 Sender address rejected: Domain not found'],
    ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first'],
    ['AUTH PLAIN', '535 5.7.8 Authentication credentials invalid'],
    ['RCPT TO', '553 5.7.1 <hola@tienda.example>: Sender address rejected: not owned by user ana'],
    ['RCPT TO', '550 5.1.0 <hola@tienda.example>: Sender address rejected: User unknown'],
    ['RCPT TO', '554 5.7.1 <a@x.example>: Relay access denied'],
    ['RCPT TO', '550 relay not permitted'],
    ['RCPT TO', '550 Blocked, see https://check.spamhaus.org/'],
    ['RCPT TO', '550 Access denied'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
    ['RCPT TO', '550 Sender domain does not exist'],
    ['RCPT TO', '554 unknown client 203.0.113.7'],
    ['DATA', '554 message rejected'],
    ['RCPT TO', '530 5.7.0 Authentication required'],
    ['RCPT TO', '554 5.7.1 Service unavailable; Client host [203.0.113.7] blocked using zen.spamhaus.org'],
    ['RCPT TO', '503 5.5.1 Error: need MAIL command'],
    ['DATA', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.'],
    ['DATA', '421 4.3.2 Service shutting down'],
    ['CONN', '554 5.3.2 No SMTP service here'],
  ])('tries again after %s %s', (command, response) => {
    expect(isRefusedForGood(refusal(command, response))).toBe(false)
  })

  it('tries again without an answer', () => {
    expect(
      isRefusedForGood(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', command: 'CONN' })),
    ).toBe(false)
    expect(isRefusedForGood('550')).toBe(false)
  })
})
