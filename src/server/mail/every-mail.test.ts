import { describe, expect, it } from 'vitest'
import { EVERY_MAIL, SAMPLE_ORDER } from '../../../test/support/mails/every-mail.ts'
import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import { DRAWN_LOOK } from '../../contract/settings/look.ts'
import { frame } from './frame.ts'
import { letterOf } from './sender.ts'
import { orderMailToCustomer } from './order-templates.ts'

const ORIGIN = 'https://tienda.example'
const LETTERHEAD = { shopName: 'Surbrote', publicUrl: ORIGIN, answeredBy: 'shop', look: DRAWN_LOOK } as const
const MOST_BYTES = 60 * 1024

/** The readable parts of a mail, in their order. */
function textsOf(html: string): string[] {
  return html
    .replaceAll(/<!--[^]*?-->|<style>[^]*?<\/style>|<title>[^]*?<\/title>/g, '')
    .split(/<[^>]*>/)
    .map((text) => plain(decoded(text)).replace(/^· /, ''))
    .filter((text) => text !== '')
}

const SIGNS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' }
const decoded = (text: string) => text.replaceAll(/&([#\w]+);/g, (_, name: string) => SIGNS[name] ?? '')
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

it('has a long subject cut at a word', () => {
  expect(EVERY_MAIL.restocked(ORIGIN).subject).toBe(
    'Volvió Una genética de nombre muy largo, que la casa cruzó en la puna…',
  )
})

describe.each(Object.entries(EVERY_MAIL))('the mail %s', (kind, write) => {
  const mail = write(ORIGIN)
  const { html, text } = frame(mail, LETTERHEAD)

  it('is of its kind, with a subject of one short line', () => {
    expect(mail.kind).toBe(kind)
    expect(mail.subject.length).toBeLessThanOrEqual(70)
    expect(mail.subject).not.toMatch(/[\r\n]|\d{6}|https?:/)
  })

  it('is small enough that Gmail cuts nothing', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES)
  })

  it('has every link and fact in its plain text too', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => decoded(address))
    for (const address of links) expect(text).toContain(address)
    const said = plain(text)
    const heading = plain(mail.subject)
    // What the list of mails shows is the beginning of the text, without its secrets.
    const [, ...shown] = textsOf(html)
    for (const part of shown) if (part !== heading) expect(said).toContain(part)
  })

  it('has at most one button, and nothing that mail programs drop', () => {
    expect(html.match(/class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(html).not.toMatch(/<script|<link|<form|<div class|\.webp|\.avif|position:|display:flex/)
    for (const [picture] of html.matchAll(/<img[^>]*>/g)) {
      expect(picture).toMatch(
        / src="https:\/\/tienda\.example\/(?:icon-192\.png|media\/product\/[\w-]+\/112\.jpg)"/,
      )
      expect(picture).toMatch(/ width="\d+".* alt=/)
    }
  })

  it('is answered to the shop, unless it says otherwise', () => {
    const facts = { ...DRAWN_LOOK, shop_name: 'Surbrote', contact_email: 'hola@tienda.example' }
    const outgoing = {
      ...mail,
      id: 1,
      messageId: 'x',
      recipient: 'ana@correo.example',
      createdAt: new Date(),
    }
    const answered = (replyTo: string | null) => letterOf(ORIGIN, { ...outgoing, replyTo }, facts)
    expect(answered(null)).toMatchObject({ replyTo: 'hola@tienda.example', fromName: 'Surbrote' })
    expect(answered(null).html).toContain('Respondé este mail si necesitás algo.')
    expect(answered('ana@correo.example')).toMatchObject({ replyTo: 'ana@correo.example' })
  })

  it('shows no secret on a locked phone', () => {
    const [preview = ''] = textsOf(html)
    expect(preview.length).toBeGreaterThan(20)
    expect(preview).not.toMatch(/\d{6}|https?:/)
  })

  it('uses voseo like the shop', () => {
    expect(text).not.toMatch(
      /\b(?:usted|debe|ingrese|haga|su (?:cuenta|pedido|compra)|tú|puedes|tienes|quieres)\b/i,
    )
  })
})

it('an order of fifty long lines stays whole in Gmail', () => {
  const [line] = SAMPLE_ORDER.order_products
  const longest = {
    ...line,
    product_name: 'Ñ'.repeat(100),
    product_image: `/media/product/${'x'.repeat(80)}/1000.webp`,
  }
  const order_products = Array.from({ length: 50 }, () => longest) as typeof SAMPLE_ORDER.order_products
  const { html } = frame(orderMailToCustomer(ORIGIN, { ...SAMPLE_ORDER, order_products }), LETTERHEAD)
  expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES)
})

it('covers every kind', () => {
  const kinds: MailKind[] = Object.values(EVERY_MAIL).map((write) => write(ORIGIN).kind)
  expect(new Set(kinds).size).toBe(kinds.length)
})
