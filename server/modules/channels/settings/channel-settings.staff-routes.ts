import type { FastifyInstance } from 'fastify'

import { changeChannelSettings, decideVoucherVat } from '#contract/channels/channels.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { isTimeZone } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { moveToTimeZone } from '#server/modules/channels/move-voucher-dates.sql.ts'
import {
  saveChannelSettings,
  findVoucherVat,
  saveVoucherVat,
  findHostOfOtherChannel,
  lockSettings,
  setHosts,
} from '#server/modules/channels/settings/channel-settings.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Channel settings that recipients do not see and that are not part of releases: hosts, time zone, voucher rules. */
export function channelSettingsRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeChannelSettings, handleChangeChannelSettings)

  serveStaff(app, backoffice, decideVoucherVat, handleDecideVoucherVat)
}

async function handleChangeChannelSettings(
  { id, version, ...wanted }: ParsedInput<typeof changeChannelSettings>,
  caller: SignedIn,
) {
  const { now, within, audit } = caller
  const sql = requireTransaction(caller.sql)
  const before = within(id) && (await lockSettings(sql, id))
  if (!before) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  if (!isTimeZone(wanted.time_zone)) {
    return refuseStaff('invalid-input', {
      message: 'This time zone does not exist.',
      field: 'time_zone',
    })
  }
  const refusal = await refuseTakenHost(sql, { id, hosts: wanted.hosts, within })
  if (refusal) return refusal
  // Called before the time zone is written, because it reads the old one.
  const { moved } = await moveToTimeZone(sql, { id, to: wanted.time_zone })
  if (!(await setHosts(sql, id, wanted.hosts))) {
    return (
      (await refuseTakenHost(sql, { id, hosts: wanted.hosts, within })) ??
      refuseStaff('host-taken', { field: 'hosts' })
    )
  }
  const settings = {
    ...wanted,
    replacement_days: wanted.replacement_days ?? before.replacement_days,
    undeliverable_parcel: wanted.undeliverable_parcel ?? before.undeliverable_parcel,
    credit_first: wanted.credit_first ?? before.credit_first,
    withdrawal_credit: wanted.withdrawal_credit ?? before.withdrawal_credit,
    expiry_notice: wanted.expiry_notice ?? before.expiry_notice,
  }
  await saveChannelSettings(sql, id, settings, now)
  await notify(sql, 'channel', id)
  const { name: _name, version: _version, state: _state, ...previous } = before
  audit({
    action: 'channel.settings-changed',
    subjectKind: 'channel',
    subjectId: id,
    channelId: id,
    before: previous,
    after: { ...wanted, vouchers_moved: moved },
  })
  return { version: version + 1, vouchers_moved: moved }
}

async function handleDecideVoucherVat(
  { id, version, kind, adviser, reason }: ParsedInput<typeof decideVoucherVat>,
  caller: SignedIn,
) {
  const { sql, now, colleague, within, audit } = caller
  const before = within(id) && (await lockSettings(sql, id))
  if (!before) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  const previous = await findVoucherVat(sql, id)
  await saveVoucherVat(sql, { id, kind, adviser, staffId: colleague.id, now })
  audit({
    action: 'channel.vat-decided',
    subjectKind: 'channel',
    subjectId: id,
    channelId: id,
    reason,
    before: { ...previous },
    after: { voucher_vat: kind, voucher_vat_adviser: adviser },
  })
  return { version: version + 1 }
}

/** Refuses a host that another channel has. Only colleagues of that channel see its name. */
export async function refuseTakenHost(
  sql: Queries,
  {
    id,
    hosts,
    within,
  }: { id: string; hosts: readonly string[]; within: (channel: string) => boolean },
) {
  const row = await findHostOfOtherChannel(sql, id, [...hosts])
  if (!row) return undefined
  const channel = within(row.id) ? { id: row.id, name: row.name } : null
  return refuseStaff('host-taken', {
    message: channel
      ? `${row.host} belongs to channel ${row.id}.`
      : `${row.host} is already in use.`,
    field: 'hosts',
    stands: { host: row.host, channel },
  })
}
