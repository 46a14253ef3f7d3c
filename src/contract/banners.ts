import { z } from 'zod'
import { endpoint, reply } from './endpoint.ts'
import { queryFlag, queryText } from './text.ts'

/** A picture of the home carousel. `order` is its place, 1 to 4. Dates are days of Buenos Aires, inclusive. */
export const Banner = z.object({
  id: z.int(),
  title: z.string(),
  image_url: z.string().nullable(),
  mobile_image_url: z.string().nullable(),
  url_to: z.string(),
  position: z.string(),
  is_active: z.boolean(),
  order: z.int(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
})
export type Banner = z.output<typeof Banner>

export const listBanners = endpoint('GET', '/banners/', {
  summary: 'Banners in order; for everybody but admins only those that show today',
  access: 'anyone',
  query: z.object({ position: queryText(40), active: queryFlag }),
  reply: reply(z.array(Banner)),
})
