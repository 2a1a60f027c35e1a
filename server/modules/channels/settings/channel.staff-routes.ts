import type { FastifyInstance } from 'fastify'

import { channelList, channelPage } from '#contract/channels/channels.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  type ChannelRow,
  channelsList,
} from '#server/modules/channels/settings/channel-list.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { readChannel } from '#server/modules/channels/settings/channel.sql.ts'

export function channelRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, channelList, listChannels)

  serveStaff(app, backoffice, channelPage, handleChannelPage)
}

async function handleChannelPage(
  { id }: ParsedInput<typeof channelPage>,
  { sql, within }: SignedIn,
) {
  const found = within(id) && (await readChannel(sql, id))
  return found || refuseStaff('not-found')
}

async function listChannels(query: ParsedInput<typeof channelList>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'channels',
    list: channelsList(query, caller.channels),
    columns: CSV,
    row: ({ changed, ...row }: ChannelRow) => ({
      id: row.id,
      name: row.name,
      hosts: row.hosts,
      languages: row.languages,
      state: row.state,
      undo_minutes: row.undo_minutes,
      active: row.active,
      changed_at: changed?.toISOString() ?? null,
    }),
  })
}

const CSV: ListFile<'channelList', ChannelRow> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  hosts: ({ hosts }) => hosts.join(' '),
  languages: ({ languages }) => languages.join(' '),
  state: ({ state }) => state,
  undo_minutes: ({ undo_minutes }) => undo_minutes,
  changed_at: ({ changed }) => changed?.toISOString() ?? null,
  ...notInFile('active'),
}
