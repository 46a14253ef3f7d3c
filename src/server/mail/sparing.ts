import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import { after, latestStart } from '../clock.ts'
import { quotasOf, type Limiter } from '../limits/quota.ts'
import { orderDigestMail, orderDigestMailToShop } from './order-templates.ts'
import type { Letter } from './outbox.ts'

/** What customers cause by ordering and changing their orders. */
const CAUSED: readonly MailKind[] = [
  'order_placed',
  'order_placed_shop',
  'order_changed_own',
  'order_changed_shop',
  'order_cancelled_own',
  'order_cancelled_shop',
]
/** A digest waits for so long, as more is probably to come. */
const DIGEST_AFTER_MS = 3 * 60 * 60_000

interface Customer {
  id: number
  username: string
}

/**
 * Mails that a customer causes, within the limit `orderMails` for each recipient; above it these recipients get one digest
 * later, so that nobody floods a mailbox or the outbox. Counted by the mails themselves, in the statement that enqueues
 * these, which costs no further one.
 */
export function sparing(
  shop: Limiter & { config: { publicUrl: string } },
  customer: Customer,
  letters: Letter[],
): Letter[] {
  return letters.flatMap((letter) => {
    const isWithin = withinLimit(shop, customer, letter)
    if (isWithin === undefined) return [letter]
    const { publicUrl } = shop.config
    const isToShop = letter.kind.endsWith('_shop')
    const digest: Letter = {
      ...(isToShop ? orderDigestMailToShop(publicUrl, customer) : orderDigestMail(publicUrl)),
      to: letter.to,
      userId: customer.id,
      at: after(letter.at, DIGEST_AFTER_MS),
      onlyIf: sql<SqlBool>`not (${isWithin}) and not ${digestWaits(customer, letter)}`,
    }
    return [{ ...letter, onlyIf: isWithin }, digest]
  })
}

function withinLimit(shop: Limiter, { id }: Customer, { to, at }: Letter): RawBuilder<SqlBool> | undefined {
  const within = quotasOf(shop, 'orderMails').map(({ max, windowMs }) => {
    const since = new Date(at.getTime() - windowMs)
    return sql<SqlBool>`(select count(*) from (select from outbox where user_id = ${id}::int and recipient = ${to}
      and kind in (${sql.join(CAUSED)}) and created_at > ${since} and created_at <= ${latestStart(at)} limit ${max}) as caused) < ${max}`
  })
  return within.length === 0 ? undefined : sql<SqlBool>`${sql.join(within, sql` and `)}`
}

/** A digest's time is when it is sent. */
function digestWaits({ id }: Customer, { to, at }: Letter): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from outbox where user_id = ${id}::int and recipient = ${to}
    and kind in ('orders_digest', 'orders_digest_shop')
    and created_at > ${at} and created_at <= ${after(latestStart(at), DIGEST_AFTER_MS)})`
}
