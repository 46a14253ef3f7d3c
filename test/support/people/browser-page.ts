import type { Reply, TestShop } from '../open-shop.ts'
import { PASSWORD } from './accounts.ts'

/** What a browser adds to the calls of a page of this origin. */
export const fromPage = (origin: string) => ({
  origin,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
})

/** A page of the shop in a browser, which keeps the cookie; at several instances it has one. */
export function browserPage(...instances: [TestShop, ...TestShop[]]) {
  const [first] = instances
  const page = fromPage(first.shop.config.publicUrl)
  let cookie: string | undefined
  const send = async (
    method: 'post' | 'put',
    path: string,
    body: unknown,
    { at = first, access }: { at?: TestShop; access?: string } = {},
  ): Promise<Reply> => {
    const reply = await at.anonymous[method](path, body, {
      ...page,
      ...(cookie !== undefined && { cookie }),
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    })
    const sent = reply.headers['set-cookie']
    if (sent !== undefined) cookie = String(sent).split(';', 1)[0]
    return reply
  }
  return {
    send,
    /** As a request header; undefined before the first login. */
    cookie: () => cookie,
    login: (name: string, password = PASSWORD) =>
      send('post', '/auth/login/', { username_or_email: name, password }),
    refresh: (refresh: string, at?: TestShop) =>
      send('post', '/auth/token/refresh/', { refresh }, { ...(at && { at }) }),
  }
}
