import { afterAll, beforeAll, expect, it } from 'vitest'

import { type NewMail, queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

async function cancelledMail(): Promise<NewMail> {
  const { number } = await sampleOrder(shop, { gifts: [await shop.gift({ points: 4 })] })
  return {
    template: 'order-cancelled',
    subjectId: number,
    channelId: '1014',
    language: 'nl',
    recipient: 'anna@example.com',
  }
}

/** The mails of this subject, each with the number of jobs that send it. */
const queued = (mail: NewMail) => shop.sql`
  select mail.recipient, count(job.id)::integer as jobs
  from mail left join job on job.name = 'send-mail' and job.data ->> 'id' = mail.id::text
  where template = ${mail.template} and subject_id = ${mail.subjectId}
  group by mail.id, mail.month, mail.recipient order by mail.recipient`

it('queues one mail for each address in a race of eight calls', async () => {
  const mail = await cancelledMail()
  const eight = Array.from({ length: 8 }, () => queueMail(shop.shop, shop.sql, mail))
  const answers = await Promise.allSettled(eight)
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await queued(mail)).toEqual([{ recipient: 'anna@example.com', jobs: 1 }])

  await queueMail(shop.shop, shop.sql, { ...mail, recipient: 'bram@example.com' })
  expect(await queued(mail)).toEqual([
    { recipient: 'anna@example.com', jobs: 1 },
    { recipient: 'bram@example.com', jobs: 1 },
  ])
})

it('queues no mail when its transaction is rolled back', async () => {
  const mail = await cancelledMail()
  const jobs = async () => (await shop.sql`select from job where name = 'send-mail'`).count
  const before = await jobs()
  const undone = shop.sql.begin(async (sql) => {
    await queueMail(shop.shop, sql, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await queued(mail)).toEqual([])
  expect(await jobs()).toBe(before)
})
