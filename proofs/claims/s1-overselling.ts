import { bookProblems, halfOrders } from '../../test/support/sales/books.ts'
import { type Answer, clientAt, countBy } from '../../test/support/calls/client.ts'
import { type Item, manualOrderOf, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { READ_THEN_WRITE } from '../wrong-builds/shared-faults.ts'
import { insertPerson } from '../../test/support/people/people.ts'

const BUYERS = 100
const STOCKS = [1, 10, 37]
/** One in four orders is entered by the shop. */
const isShop = (index: number) => index % 4 === 3

export const proof: Proof = {
  id: 'S1',
  title: 'Overselling',
  claim:
    'When demand exceeds the stock, exactly the stock is sold, and refused customers learn how many units are left.',
  how: `${BUYERS} clients concurrently order a presentation with ${STOCKS.join(', ')} units, at 1 and at 2 server processes; every fourth order is entered by an admin for a guest. Every refusal, including that of an order for one unit more than there is, names the units left.`,
  oneTry: 'a round with each stock',
  tries: { full: 100, short: 10 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const servers = [await startServer(context, place), await startServer(context, place)]
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, index) => insertPerson(shop, { admin: isShop(index) })),
    )
    const failures = new Failures()
    let sold = 0
    let lost = 0
    let others = 0

    for (const processes of [1, 2]) {
      const clients = buyers.map(({ access }, index) =>
        clientAt(servers[index % processes]?.url ?? '', access),
      )
      for (const stock of STOCKS) {
        for (let round = 0; round < context.tries; round++) {
          // The limit of thirty pending orders is not tested here.
          await shop.db.updateTable('orders').set({ status: 'completed' }).execute()
          const item = await newItem(shop, stock)
          // Checked before the sale, because afterwards the number left is always 0.
          const tooMany = orderOf({ ...item, quantity: stock + 1 })
          expectRefusal(failures, item, stock, (await clients[0]?.post('/orders/', tooMany))?.body)
          const answers = await Promise.all(
            clients.map((client, index) =>
              isShop(index)
                ? client.post('/orders/manual/', manualOrderOf(item))
                : client.post('/orders/', orderOf(item)),
            ),
          )
          const counts = countBy(answers, ({ status }) => status)
          failures.expect('not exactly those were sold', counts, { 201: stock, 409: BUYERS - stock })
          for (const { body } of answers.filter(({ status }) => status === 409))
            expectRefusal(failures, item, 0, body)
          const left = await shop.db
            .selectFrom('blisters')
            .select('stock')
            .where('id', '=', item.blister_id)
            .executeTakeFirst()
          failures.expect('stock is left or missing', left?.stock, 0)
          sold += counts['201'] ?? 0
          lost += counts['409'] ?? 0
          others += BUYERS - (counts['201'] ?? 0) - (counts['409'] ?? 0)
        }
        context.say(`${processes} process(es), stock ${stock}: ${context.tries} rounds`)
      }
    }
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    for (const problem of await halfOrders(shop.db)) failures.add('half an order', problem)
    return {
      tries: `${context.tries} rounds × ${STOCKS.length} stocks × 1 and 2 processes`,
      figure: `${sold} sold, ${lost} refused with 409, product and units left, ${others} other answers`,
      failures: failures.list(),
    }
  },
  broken: [
    { name: 'read-then-write', patches: READ_THEN_WRITE, failsWith: /not exactly those were sold/ },
    {
      name: 'always-none-left',
      patches: [{ find: 'Stock disponible: ${line.available}', replace: 'Stock disponible: 0' }],
      failsWith: /another text of refusal/,
    },
  ],
}

function expectRefusal(failures: Failures, { name }: Item, left: number, body: Answer['body']): void {
  failures.expect(
    'another text of refusal',
    body?.error,
    `No hay suficiente stock de ${name}. Stock disponible: ${left}`,
  )
}
