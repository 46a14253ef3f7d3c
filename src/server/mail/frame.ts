import { escapeHtml } from '../escape.ts'
import { type Look, logoSize, nightOf, paletteOf } from '../../contract/settings/look.ts'
import { BUTTON_ACCENT, BUTTON_STYLE } from './parts.ts'
import type { MailContent } from './templates.ts'
import { LOCALE } from '../../contract/place.ts'

/** Shop data in every mail. */
interface Letterhead {
  shopName: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Where the mail has its mark; by default in the shop. */
  markSource?: string | undefined
  /** The reply address. */
  answeredBy: keyof typeof ANSWERS
  look: Look
}

const ANSWERS = {
  shop: 'Respondé este mail si necesitás algo.',
  customer: 'Si respondés este mail, le llega a tu cliente.',
}

/** Mail programs without it show the light scheme: https://www.caniemail.com/features/css-at-media-prefers-color-scheme/ */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0c1713!important}
.card{background:#12211a!important;color:#eef1ea!important}
.muted{color:#b9c4bb!important}
.foot,.foot a{color:#b9c4bb!important}
.box{background:#1d3027!important;color:#ffffff!important}
.quote{background:#1a2c23!important}
.line{border-color:#2c4438!important}
.button{background:#8fd0a5!important}
.button a{color:#0c1713!important}
}
@media (max-width:480px){.card,.head,.foot{padding-left:16px!important;padding-right:16px!important}}`
/** Like buttons on pages. */
function darkOf(look: Look): string {
  if (look.accent_dark === '') return DARK
  const { primary, 'on-primary': on } = paletteOf(look, 'dark')
  return DARK.replace('#8fd0a5!important', `${primary}!important`).replace(
    '.button a{color:#0c1713',
    `.button a{color:${on}`,
  )
}

/** A hill before the dark header: the shop's horizon. Outlook, without round corners, shows a line. */
function horizonOf(look: Look): string {
  const { primary } = paletteOf(look, 'light')
  const hill = 'height:16px;line-height:16px'
  return `<tr><td style="${hill};font-size:0;background:${nightOf(look)}"><div style="${hill};border-radius:0 100% 0 0/0 100% 0 0;background:${FAR_HILL}"><div style="${hill};margin-left:24%;border-radius:100% 0 0 0/100% 0 0 0;background:${primary}">&nbsp;</div></div></td></tr>`
}

/** The logo on a light plate, as the header is dark, else the shop's mark. Without pictures a mail program shows the name. */
function logoIn({ logo }: Look, publicUrl: string, source?: string): string {
  const size = logo === null ? undefined : logoSize(logo)
  if (logo === null || !size)
    return `<img src="${escapeHtml(source ?? `${publicUrl}/icon-192.png`)}" width="36" height="36" alt="" style="display:inline-block;vertical-align:middle;width:36px;height:36px;margin:-4px 12px 0 0;border-radius:12px">`
  const height = 48
  const width = Math.round((size.width / size.height) * height)
  const src = escapeHtml(source ?? publicUrl + logo.replace(/\.\w+$/, '.png'))
  return `<img src="${src}" width="${width}" height="${height}" alt="" style="display:block;width:${width}px;height:${height}px;margin:0 0 10px;padding:6px;border-radius:12px;background:#ffffff">`
}

const WIDTH = 560
/**
 * Outlook for Windows lacks `max-width`, falls back to Times for missing fonts, and scales with Windows. Only Outlook
 * reads these comments: https://www.caniemail.com/features/html-mso-conditionals/
 */
const OUTLOOK_HEAD =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><style>*{font-family:Arial,sans-serif!important}</style><![endif]-->'
const OUTLOOK_TABLE = `<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`
const OUTLOOK_END = '<!--[if mso]></td></tr></table><![endif]-->'

const FONT = "font:400 16px/1.5 Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"
/** From the default landscape. */
const FAR_HILL = '#6d9a6e'
/** The preview text beside the subject, also on lock screens, so without codes and links. */
const PREVIEW = 120
const SECRETS = /\d{6}|https?:\S+/g

/** Wraps a mail in the shop's header and footer. Mails are stored in the outbox without them. */
export function frame(
  mail: MailContent,
  { shopName, publicUrl, markSource, answeredBy, look }: Letterhead,
): MailContent {
  const subject = escapeHtml(mail.subject)
  const home = escapeHtml(publicUrl)
  const name = escapeHtml(shopName)
  const { bg, primary } = paletteOf(look, 'light')
  const html = mail.html.replaceAll(BUTTON_STYLE, BUTTON_STYLE.replaceAll(BUTTON_ACCENT, primary))
  const preview = escapeHtml(mail.text.replaceAll(SECRETS, '').slice(0, PREVIEW).replaceAll(/\s+/g, ' '))
  return {
    subject: mail.subject,
    text: `${mail.text.trimEnd()}\n\n${ANSWERS[answeredBy]}\n\n${shopName}\n${publicUrl}\n`,
    html: `<!doctype html>
<html lang="${LOCALE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${darkOf(look)}</style>${OUTLOOK_HEAD}</head>
<body class="page" style="margin:0;padding:0;background:${bg}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${bg}"><tr><td align="center" style="padding:24px 12px">
${OUTLOOK_TABLE}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;text-align:left">
<tr><td class="head" style="padding:22px 32px;border-radius:12px 12px 0 0;background:${nightOf(look)}"><a href="${home}" style="color:#f6f1e7;font:800 24px/1.2 Archivo,'Arial Narrow',Arial,sans-serif;text-decoration:none">${logoIn(look, publicUrl, markSource)}${name}</a></td></tr>
${horizonOf(look)}
<tr><td class="card" style="padding:32px 32px 20px;border-radius:0 0 12px 12px;background:#ffffff;color:#10231b;${FONT}">
<h1 style="margin:0 0 16px;font:700 24px/1.25 Archivo,'Helvetica Neue',Arial,sans-serif">${subject}</h1>
${html}
</td></tr>
<tr><td class="foot" style="padding:16px 32px;color:#384840;${FONT};font-size:14px"><a href="${home}" style="color:#384840">${name}</a> · ${ANSWERS[answeredBy]}</td></tr>
</table>${OUTLOOK_END}</td></tr></table></body></html>
`,
  }
}
