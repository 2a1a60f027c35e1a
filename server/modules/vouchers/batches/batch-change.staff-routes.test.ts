import { expect, it } from 'vitest'
import { addDays, endOfDay } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  shop,
  owner,
  type Batch,
  createBatch,
  readBatch,
  codesOf,
  batchAction,
  downloadCodes,
  refusalOf,
  canLogIn,
  addVera,
  startBatchShop,
} from '#server/testing/samples/batch-shop.ts'

startBatchShop()

it('withdraws a batch within seven days if nobody has logged in, and otherwise gives the reason (DESK-9)', async () => {
  const { id } = await createBatch({ count: 3 })
  const [first] = await downloadCodes(id)
  expect((await batchAction(id, 'undo', { reason: 'Twice' })).status).toBe(200)
  expect(await readBatch(id)).toMatchObject({
    state: 'undone',
    left: 0,
    no_undo: 'undone',
    undo_until: null,
  })
  expect(await canLogIn(first?.code ?? '')).toBe(false)
  expect(await refusalOf(await batchAction(id, 'undo', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'batch-undone',
  })
  expect(await refusalOf(await codesOf(id))).toEqual({ status: 409, code: 'batch-undone' })
  expect(await refusalOf(await addVera(id))).toEqual({ status: 409, code: 'batch-undone' })
  const over = await createBatch()
  await shop.sql`update voucher_batch set valid_until = ${shop.clock.now()} where id = ${over.id}`
  expect(await refusalOf(await addVera(over.id))).toEqual({ status: 409, code: 'batch-over' })

  const used = await createBatch()
  const [code] = await downloadCodes(used.id)
  await shop.logIn(code?.code ?? '')
  expect(await refusalOf(await batchAction(used.id, 'undo', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'already-activated',
  })
  expect((await checkBooks(shop.sql)).findings).toEqual([])

  const old = await createBatch()
  await shop.sql`update voucher_batch set created_at = created_at - interval '8 days' where id = ${old.id}`
  expect(await refusalOf(await batchAction(old.id, 'undo', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'too-late',
  })
})

it('allows either the withdrawal of a batch or a login, never both, with eight simultaneous requests', async () => {
  const { id } = await createBatch({ count: 7 })
  const rows = await downloadCodes(id)
  const { version } = await readBatch(id)
  const [undone, ...inside] = await Promise.all([
    owner.request('POST', `/backoffice/api/batches/${id}/undo`, { version, reason: 'x' }),
    ...rows.map(({ code }) => canLogIn(code)),
  ])
  const { left } = await readBatch(id)
  // A concurrent login finds a voucher without points, or the undo is refused.
  if (undone?.ok) expect(left).toBe(0)
  else
    expect({ left, inside: inside.filter(Boolean).length > 0 }).toEqual({ left: 84, inside: true })
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('changes the sender’s image later, and undoes a change except for values that changed since (DESK-26, DESK-11)', async () => {
  const made = await createBatch({
    note: 'Before',
    sender_name: 'The board',
    sender_message: 'Thank you.',
  })
  const end = made.valid_until ?? ''
  const [picture] = await shop.sql<{ hash: string; media_type: string }[]>`
    select hash, media_type from picture where media_type = 'image/webp' order by hash limit 1`
  const change = async (more: Record<string, unknown>) => {
    // Omitted fields stay unchanged.
    const { version } = await readBatch(made.id)
    const response = await owner.request('PUT', `/backoffice/api/batches/${made.id}`, {
      version,
      ...more,
    })
    expect(response.status).toBe(200)
    return jsonOf<Batch>(response)
  }
  const later = addDays(end, 30)
  const first = await change({
    note: 'After',
    sender_message: 'Thanks!',
    sender_image: picture?.hash,
    valid_until: later,
  })
  expect(first).toMatchObject({
    sender_file: `${picture?.hash}.webp`,
    last_change: {
      by: { id: String(owner.staffId) },
      fields: ['note', 'sender_image', 'sender_message', 'valid_until'],
    },
  })
  const second = await change({ sender_message: 'Warm thanks.' })
  expect(second.last_change?.fields).toEqual(['sender_message'])
  expect(second).toMatchObject({ note: 'After', sender_name: 'The board', valid_until: later })

  const undo = (id = first.last_change?.id) => batchAction(made.id, 'undo-change', { change: id })
  const tries = await Promise.all(
    Array.from({ length: 8 }, async () =>
      owner.request('POST', `/backoffice/api/batches/${made.id}/undo-change`, {
        version: second.version,
        change: first.last_change?.id,
      }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const back = await readBatch(made.id)
  expect(back).toMatchObject({
    note: 'Before',
    sender_message: 'Warm thanks.',
    sender_image: null,
    valid_until: end,
  })
  const won = tries.find(({ status }) => status === 200)
  expect((await jsonOf<{ left: string[] }>(won as Response)).left).toEqual(['sender_message'])
  const [ends] = await shop.sql`
    select count(distinct valid_until)::integer as ends from voucher
    where batch_id = ${made.id} and valid_until = ${new Date(endOfDay(end, 'Europe/Amsterdam'))}`
  expect(ends?.['ends']).toBe(1)
  expect(await refusalOf(await undo())).toEqual({ status: 409, code: 'nothing-to-undo' })
  expect((await undo(second.last_change?.id)).status).toBe(200)
  expect(await readBatch(made.id)).toMatchObject({ sender_message: 'Thanks!', last_change: null })
  const lines = await shop.sql`
    select from audit where action = 'batch.change-undone' and subject_id = ${made.id}`
  expect(lines.count).toBe(2)

  const old = await change({ note: 'Long ago' })
  shop.clock.advance(8 * 24 * 3_600_000)
  await owner.signIn()
  expect((await readBatch(made.id)).last_change).toBeNull()
  expect(await refusalOf(await undo(old.last_change?.id))).toEqual({
    status: 409,
    code: 'too-late',
  })
})

it('keeps the message that a recipient has seen, and shows later recipients the changed one (DESK-26)', async () => {
  const [one, other] = await shop.sql<{ hash: string }[]>`
    select hash from picture where media_type = 'image/webp' limit 2`
  const { id } = await createBatch({
    count: 2,
    sender_name: 'The board',
    sender_message: 'Thank you.',
    sender_image: one?.hash,
    sender_alt: 'All of us',
  })
  const [early, late] = await downloadCodes(id)
  const first = await shop.logIn(early?.code ?? '')
  const seen = async (holder: typeof first) => {
    const answer = await holder.call('giver', {})
    return 'response' in answer ? answer.response : answer
  }
  const before = await seen(first)
  expect(before).toMatchObject({ words: 'Thank you.', picture: `${one?.hash}.webp` })
  // The focal point of the image is included.
  const pointAt = (x: number | null, y: number | null) => shop.sql`
    update picture set focal_x = ${x}, focal_y = ${y} where hash = ${one?.hash ?? ''}`
  await pointAt(20, 70)
  expect(await seen(first)).toMatchObject({ picture: `${one?.hash}.f20x70.webp` })
  await pointAt(null, null)
  const change = async (fields: object) => {
    shop.clock.advance(60_000)
    const { version } = await readBatch(id)
    const answer = await owner.request('PUT', `/backoffice/api/batches/${id}`, {
      version,
      ...fields,
    })
    expect(answer.status).toBe(200)
  }
  await change({
    sender_message: 'Warm thanks.',
    sender_image: other?.hash,
    sender_alt: 'The board',
  })
  expect(await seen(first)).toEqual(before)
  shop.clock.advance(60_000)
  const second = await shop.logIn(late?.code ?? '')
  const between = await seen(second)
  expect(between).toMatchObject({ words: 'Warm thanks.', picture: `${other?.hash}.webp` })
  await change({ sender_message: '', sender_image: null })
  expect(await seen(first)).toEqual(before)
  expect(await seen(second)).toEqual(between)
  // Recipients never see the note.
  await change({ note: 'Seen by two' })
  // No one has activated since, so no one has seen the last text.
  await change({ sender_message: 'For the drawer' })
  await change({ sender_message: 'See you in spring', sender_name: 'Board of the bank' })
  const kept = async () => {
    const [row] = await shop.sql`
      select sender_name, array(select words from sender_backup where batch_id = ${id} order by until) as before
      from voucher_batch where id = ${id}`
    return row
  }
  expect(await kept()).toEqual({
    sender_name: 'Board of the bank',
    before: ['Thank you.', 'Warm thanks.'],
  })

  // Each old text exists only for its readers: erasing the last of them deletes it, and erasing the very last
  // recipient deletes the current one.
  const another = await staffClient(shop)
  await another.signIn()
  const erase = async ({ voucherId }: typeof first) => {
    const asked = await jsonOf<{ approval: string }>(
      await owner.request('POST', `/backoffice/api/vouchers/${voucherId}/personal-data/erase`, {
        reason: 'On request',
      }),
    )
    const yes = await another.request(
      'POST',
      `/backoffice/api/approvals/${asked.approval}/approve`,
      {},
    )
    expect(yes.status).toBe(200)
    await shop.shop.jobs.drain()
  }
  await erase(first)
  expect(await kept()).toEqual({ sender_name: 'Board of the bank', before: ['Warm thanks.'] })
  expect(await seen(second)).toEqual(between)
  await erase(second)
  expect(await kept()).toEqual({ sender_name: '', before: [] })
})
