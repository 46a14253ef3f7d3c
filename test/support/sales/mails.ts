import type { TestShop } from '../open-shop.ts'

/** What the sender does when the mail server takes mail. */
export async function sendMails({ shop, clock }: TestShop): Promise<void> {
  const due = shop.db.updateTable('outbox').set({ sent_at: clock.now() }).where('sent_at', 'is', null)
  await due.where('failed_at', 'is', null).execute()
}
