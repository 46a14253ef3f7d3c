import type { Client, Reply } from '../open-shop.ts'

/** One part of a form, sent as it is: names are not escaped, so that they can be malformed. */
export interface Part {
  name: string
  filename?: string
  type?: string
  body: Buffer | string
}

const BOUNDARY = 'limite-de-las-pruebas'

export function multipart(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, filename, type, body }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    body,
    '\r\n',
  ])
  const payload = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)))
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}

export function postForm(
  client: Client,
  path: string,
  parts: Part[],
  headers: Record<string, string> = {},
): Promise<Reply> {
  const form = multipart(parts)
  return client.post(path, form.payload, { ...form.headers, ...headers })
}

/** Uploads one picture like a browser. */
export function upload(
  client: Client,
  body: Buffer,
  { preset = 'warranty', filename = 'foto.jpg', type = 'image/jpeg' } = {},
): Promise<Reply> {
  return postForm(client, '/uploads/', [
    { name: 'upload_preset', body: preset },
    { name: 'file', filename, type, body },
  ])
}
