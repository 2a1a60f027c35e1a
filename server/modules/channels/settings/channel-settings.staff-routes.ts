import type { FastifyInstance } from 'fastify'

import { changeChannelSettings, decideVoucherVat } from '#contract/channels/channels.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { isTimeZone } from '#domain/time/zone-days.ts'
import { type Queries, type Transaction, violates } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import { retentionOf } from '#server/modules/channels/settings/channel.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { moveDays } from '#server/modules/channels/move-voucher-dates.sql.ts'

type Settings = {
  name: string
  version: number
  state: 'making' | 'open' | 'closed'
  hosts: string[]
  website_url: string
  time_zone: string
  supplier_days: number
  replacement_days: number
  undeliverable_parcel: 'choose-again' | 'person'
  credit_first: 'card' | 'points'
  withdrawal_credit: 'goods-back' | 'legal-day'
  retention_months: number
  expiry_notice: boolean
}

/** Channel settings that no holder reads, so they are not part of releases: hosts, time zone, voucher rules. */
export function channelSettingsRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeChannelSettings, async ({ id, version, ...wanted }, asker) => {
    const { now, within, audit } = asker
    const sql = inTransaction(asker.sql)
    const before = within(id) && (await lockSettings(sql, id))
    if (!before) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    if (!isTimeZone(wanted.time_zone)) {
      return refuseStaff('invalid-input', { message: 'There is no such zone.', field: 'time_zone' })
    }
    const taken = await takenHost(sql, { id, hosts: wanted.hosts, within })
    if (taken) return taken
    // Before the time zone is written, because it reads the old one.
    const { moved } = await moveDays(sql, { id, to: wanted.time_zone })
    if (!(await setHosts(sql, id, wanted.hosts))) {
      return (
        (await takenHost(sql, { id, hosts: wanted.hosts, within })) ??
        refuseStaff('host-taken', { field: 'hosts' })
      )
    }
    await sql`
      update channel set website_url = ${wanted.website_url}, time_zone = ${wanted.time_zone},
        supplier_days = ${wanted.supplier_days},
        replacement_days = ${wanted.replacement_days ?? before.replacement_days},
        undeliverable_parcel = ${wanted.undeliverable_parcel ?? before.undeliverable_parcel},
        credit_first = ${wanted.credit_first ?? before.credit_first},
        withdrawal_credit = ${wanted.withdrawal_credit ?? before.withdrawal_credit},
        expiry_notice = ${wanted.expiry_notice ?? before.expiry_notice},
        settings = settings || ${sql.json({ retention_months: wanted.retention_months })},
        settings_version = settings_version + 1, changed_at = ${now}
      where id = ${id}`
    await notify(sql, 'channel', id)
    const { name: _name, version: _version, state: _state, ...was } = before
    audit({
      action: 'channel.set',
      subjectKind: 'channel',
      subjectId: id,
      channelId: id,
      before: was,
      after: { ...wanted, vouchers_moved: moved },
    })
    return { version: version + 1, vouchers_moved: moved }
  })

  serveStaff(
    app,
    backoffice,
    decideVoucherVat,
    async ({ id, version, kind, adviser, reason }, asker) => {
      const { sql, now, colleague, within, audit } = asker
      const before = within(id) && (await lockSettings(sql, id))
      if (!before) return refuseStaff('not-found')
      if (before.version !== version) return refuseStaff('changed-since')
      const [was] = await sql<{ voucher_vat: string | null; voucher_vat_adviser: string }[]>`
      select voucher_vat, voucher_vat_adviser from channel where id = ${id}`
      await sql`
      update channel set voucher_vat = ${kind}, voucher_vat_adviser = ${adviser}, voucher_vat_by = ${colleague.id},
        voucher_vat_at = ${now}, settings_version = settings_version + 1, changed_at = ${now}
      where id = ${id}`
      audit({
        action: 'channel.vat-decided',
        subjectKind: 'channel',
        subjectId: id,
        channelId: id,
        reason,
        before: { ...was },
        after: { voucher_vat: kind, voucher_vat_adviser: adviser },
      })
      return { version: version + 1 }
    },
  )
}

/** Held until the end of the transaction: two who set a channel come one after the other. */
export async function lockSettings(sql: Queries, id: string): Promise<Settings | undefined> {
  const [row] = await sql<Settings[]>`
    select name, settings_version as version, state, website_url, time_zone, supplier_days,
      replacement_days, undeliverable_parcel, credit_first, withdrawal_credit, expiry_notice,
      array(select host from channel_host where channel_id = channel.id order by host) as hosts,
      ${retentionOf(sql)} as retention_months
    from channel where id = ${id} for no key update`
  return row
}

/** The first host that another channel has; its channel is named only to colleagues of that channel. */
export async function takenHost(
  sql: Queries,
  {
    id,
    hosts,
    within,
  }: { id: string; hosts: readonly string[]; within: (channel: string) => boolean },
) {
  const [row] = await sql<{ host: string; id: string; name: string }[]>`
    select channel_host.host, channel.id, channel.name
    from channel_host join channel on channel.id = channel_host.channel_id
    where channel_host.host = any(${[...hosts]}::text[]) and channel.id <> ${id}
    order by channel_host.host limit 1`
  if (!row) return undefined
  const channel = within(row.id) ? { id: row.id, name: row.name } : null
  return refuseStaff('host-taken', {
    message: channel ? `${row.host} leads to channel ${row.id}.` : `${row.host} is taken.`,
    field: 'hosts',
    stands: { host: row.host, channel },
  })
}

/** False if another transaction took one of them at the same moment. */
export async function setHosts(sql: Transaction, id: string, hosts: readonly string[]) {
  await sql`delete from channel_host where channel_id = ${id} and host <> all(${[...hosts]}::text[])`
  try {
    await sql.savepoint(
      (sql) => sql`
        insert into channel_host (host, channel_id) select host, ${id} from unnest(${[...hosts]}::text[]) host
        where not exists (select from channel_host other where other.host = host.host and other.channel_id = ${id})
        order by host`,
    )
    return true
  } catch (error) {
    if (violates(error, 'channel_host_pkey')) return false
    throw error
  }
}
