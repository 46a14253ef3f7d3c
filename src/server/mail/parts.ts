import { MAIL_PICTURE, madeAddress } from '../../contract/made-pictures.ts'
import { escapeHtml } from '../escape.ts'

/**
 * Building blocks of mails, each as plain text and HTML. Mail programs need tables and inline styles, and Outlook
 * cells for padding; the classes are for the dark scheme of `frame.ts`.
 */
export interface Part {
  text: string
  html: string
}

/** A product in a mail. */
export interface Goods {
  name: string
  /** `2 × X5 SEMILLAS`, and a second line for the price of one. */
  detail: string
  /** `$ 33.120`, `quedan 2`; may be empty. */
  amount: string
  /** A complete address; undefined without a picture. */
  picture: string | undefined
}

const PICTURE = 56

/** The address of a product's picture in a mail: not every mail program shows WebP. */
export function pictureIn(origin: string, picture: string | null): string | undefined {
  return picture === null ? undefined : origin + madeAddress(picture, MAIL_PICTURE)
}

export function paragraph(text: string): Part {
  return { text, html: `<p style="margin:0 0 16px">${lines(text)}</p>` }
}

/** A code to be typed or kept, in legible characters; on a phone a longer one has to fit in a line. */
export function code(text: string): Part {
  const [size, space] = text.length > 6 ? [22, 2] : [32, 8]
  return {
    text,
    html: table([
      `<tr><td class="box" align="center" bgcolor="#ece4d4" style="padding:16px;border-radius:12px;background:#ece4d4;font:700 ${size}px/1.2 'SF Mono',Menlo,Consolas,monospace;letter-spacing:${space}px;white-space:nowrap">${escapeHtml(text)}</td></tr>`,
    ]),
  }
}

/** Names with their values, such as an address. */
export function facts(values: [name: string, value: string][]): Part {
  return {
    text: values.map(([name, value]) => `${name}: ${value}`).join('\n'),
    html: table(values.map(([name, value]) => factRow(name, value))),
  }
}

function factRow(name: string, value: string): string {
  return `<tr><td class="muted" style="padding:2px 16px 2px 0;color:#384840;vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td><td style="padding:2px 0;vertical-align:top;width:100%;word-break:break-word">${lines(value)}</td></tr>`
}

/** Products with their pictures and what stands beside each. */
export function products(all: Goods[]): Part {
  return { text: all.map(inLine).join('\n'), html: table(all.map(goodsRow)) }
}

/** Products with their pictures, and the total below. */
export function goods(all: Goods[], total: string): Part {
  const sum = `<tr><td colspan="2" style="padding:16px 0 0;font-weight:700">Total</td><td align="right" style="padding:16px 0 0;font-weight:700;font-size:20px;white-space:nowrap">${escapeHtml(total)}</td></tr>`
  return {
    text: [...all.map(inLine), '', `Total: ${total}`].join('\n'),
    html: table([...all.map(goodsRow), sum]),
  }
}

/** '- Puna Violeta: 2 × X5 SEMILLAS, $ 16.560 por sobre: $ 33.120' */
function inLine({ name, detail, amount }: Goods): string {
  return [`- ${name}`, detail.replaceAll('\n', ', '), amount].filter((part) => part !== '').join(': ')
}

function goodsRow({ name, detail, amount, picture }: Goods): string {
  // Without pictures a mail program shows the cell's background.
  const shown =
    picture === undefined
      ? ''
      : `<img src="${escapeHtml(picture)}" width="${PICTURE}" alt="" style="display:block;width:${PICTURE}px;height:auto;border-radius:12px">`
  const cell = 'class="line" style="padding:12px 0;border-bottom:1px solid #d8cdb8;vertical-align:middle'
  return `<tr><td width="${PICTURE + 12}" ${cell};width:${PICTURE + 12}px">${shown}</td><td ${cell};word-break:break-word"><strong>${escapeHtml(name)}</strong><br><span class="muted" style="color:#384840">${lines(detail)}</span></td><td align="right" ${cell};padding-left:12px;white-space:nowrap">${escapeHtml(amount)}</td></tr>`
}

/** A quotation of a person's text. */
export function quote(title: string, text: string): Part {
  return {
    text: `${title}: ${text}`,
    html: table([
      `<tr><td class="quote" bgcolor="#f6f1e7" style="padding:12px 16px;border-left:4px solid #e9a820;border-radius:12px;background:#f6f1e7;word-break:break-word"><strong>${escapeHtml(title)}</strong><br>${lines(text)}</td></tr>`,
    ]),
  }
}

/**
 * `frame.ts` replaces the colours by the shop's accent. Outlook ignores padding of links; only Outlook reads
 * `mso-padding-alt`.
 */
const PADDING = '13px 28px'
export const BUTTON_STYLE = `bgcolor="#1b4d35" style="border-radius:12px;background:#1b4d35;mso-padding-alt:${PADDING}"`
export const BUTTON_ACCENT = '#1b4d35'

/** The call to action. */
export function button(label: string, address: string): Part {
  return {
    text: `${label}: ${address}`,
    html: `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td class="button" ${BUTTON_STYLE}><a href="${escapeHtml(address)}" style="display:inline-block;padding:${PADDING};mso-padding-alt:0;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`,
  }
}

function table(rows: string[]): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
