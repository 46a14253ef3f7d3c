import { DRAWN_LOOK } from '../../contract/settings/look.ts'
import { describe, expect, it } from 'vitest'
import { frame } from './frame.ts'

const mail = { subject: 'Pedido <7>', text: 'Hola, Ana:\n\nTe reservamos todo.\n', html: '<p>Hola</p>' }
const letterhead = {
  shopName: 'Semillas & Co',
  publicUrl: 'https://tienda.example',
  answeredBy: 'shop',
  look: DRAWN_LOOK,
} as const

describe('frame', () => {
  const framed = frame(mail, letterhead)

  it('puts the mail under the name of the shop, with its subject as heading', () => {
    expect(framed.html).toContain('>Semillas &amp; Co</a>')
    expect(framed.html).toMatch(/<h1[^>]*>Pedido &lt;7&gt;<\/h1>\s*<p>Hola<\/p>/)
  })

  it('has the same content in plain text', () => {
    expect(framed.text).toBe(
      'Hola, Ana:\n\nTe reservamos todo.\n\nRespondé este mail si necesitás algo.\n\nSemillas & Co\nhttps://tienda.example\n',
    )
  })

  it('shows its beginning in the list of mails', () => {
    expect(framed.html).toContain('>Hola, Ana: Te reservamos todo. </div>')
  })
})
