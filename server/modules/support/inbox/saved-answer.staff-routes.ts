import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addSavedAnswer,
  changeSavedAnswer,
  removeSavedAnswer,
  savedAnswers,
} from '#contract/support/inbox.staff.ts'
import type { Language } from '#domain/language.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { type StaffCaller, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries } from '#server/platform/db/database.ts'

type Row = {
  id: number
  channel_id: string | null
  name: string
  texts: Record<Language, string>
  version: number
}

/** Answers that are given again and again, with their text in each language. */
export function savedAnswerRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, savedAnswers, async ({ channel }, asker) => {
    const { sql, channels, within, may } = asker
    if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
    const rows = await sql<Row[]>`
      select id, channel_id, name, texts, version from saved_answer
      where (channel_id is null
          or ${channels === null ? sql`true` : sql`channel_id = any(${[...channels]}::text[])`})
        ${channel === undefined ? sql`` : sql`and (channel_id is null or channel_id = ${channel})`}
      order by lower(name), id`
    return {
      items: rows.map(({ channel_id, ...row }) => ({
        ...row,
        id: String(row.id),
        channel: channel_id,
        mine: may('inbox.answer') && isOwn(asker, channel_id),
      })),
    }
  })

  serveStaff(app, backoffice, addSavedAnswer, async ({ name, channel, texts }, asker) => {
    if (!isOwn(asker, channel)) return refuseStaff(channel === null ? 'not-allowed' : 'not-found')
    const { sql, audit } = asker
    if (await isUnknown(sql, channel)) return refuseStaff('unknown-channel', { field: 'channel' })
    const [row] = await sql<{ id: number }[]>`
      insert into saved_answer (channel_id, name, texts) values (${channel}, ${name}, ${sql.json(texts)})
      on conflict do nothing returning id`
    if (!row) return refuseStaff('answer-taken')
    const id = String(row.id)
    const after = { name, channel, texts }
    audit({
      action: 'answer.saved',
      subjectKind: 'answer',
      subjectId: id,
      channelId: channel,
      after,
    })
    return { id }
  })

  serveStaff(
    app,
    backoffice,
    changeSavedAnswer,
    async ({ id, version, name, channel, texts }, asker) => {
      const before = await ownAnswer(asker, id)
      if (!before || !isOwn(asker, channel)) return refuseStaff('not-found')
      if (before.version !== version) return refuseStaff('changed-since')
      const { sql, audit } = asker
      if (await isUnknown(sql, channel)) return refuseStaff('unknown-channel', { field: 'channel' })
      const [taken] = await sql`
      select from saved_answer where id <> ${before.id} and coalesce(channel_id, '') = ${channel ?? ''}
        and lower(name) = lower(${name})`
      if (taken) return refuseStaff('answer-taken')
      await sql`
      update saved_answer set name = ${name}, channel_id = ${channel}, texts = ${sql.json(texts)}, version = version + 1
      where id = ${before.id}`
      audit({
        ...lineOf(before),
        action: 'answer.changed',
        before: valuesOf(before),
        after: { name, channel, texts },
      })
      return { version: version + 1 }
    },
  )

  serveStaff(app, backoffice, removeSavedAnswer, async ({ id, version }, asker) => {
    const before = await ownAnswer(asker, id)
    if (!before) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    await asker.sql`delete from saved_answer where id = ${before.id}`
    asker.audit({ ...lineOf(before), action: 'answer.removed', before: valuesOf(before) })
    return {}
  })
}

const isUnknown = async (sql: Queries, channel: string | null) =>
  channel !== null && (await sql`select from channel where id = ${channel}`).count === 0

/** Saved answers for all channels need access to all channels. */
const isOwn = ({ channels, within }: StaffCaller, channel: string | null) =>
  channel === null ? channels === null : within(channel)

async function ownAnswer(asker: StaffCaller, id: string): Promise<Row | undefined> {
  const row = await lockAnswer(asker.sql, id)
  return row && isOwn(asker, row.channel_id) ? row : undefined
}

async function lockAnswer(sql: Queries, id: string): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select id, channel_id, name, texts, version from saved_answer where id = ${Number(id)} for update`
  return row
}

const valuesOf = ({ name, channel_id, texts }: Row) => ({ name, channel: channel_id, texts })

const lineOf = ({ id, channel_id }: Row) => ({
  subjectKind: 'answer',
  subjectId: String(id),
  channelId: channel_id,
})
