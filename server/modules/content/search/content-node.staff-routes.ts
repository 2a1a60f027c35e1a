import type { FastifyInstance } from 'fastify'

import {
  contentTags,
  contentNodes,
  mailPreview,
  alternativeTexts,
} from '#contract/content/content-nodes.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { allLanguages } from '#domain/language.ts'
import { endOfDay } from '#domain/time/zone-days.ts'
import {
  countTexts,
  findMatches,
  findLastChanges,
  listPageTitles,
} from '#server/modules/content/search/content-node-details.sql.ts'
import {
  type ContentNodeRow,
  contentNodesList,
} from '#server/modules/content/search/content-node-list.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { findImageTexts } from '#server/modules/content/search/image-text.sql.ts'
import { canSeeRelease } from '#server/modules/content/releases/release-response.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  channelGifts,
  type SampleInvitation,
} from '#server/modules/mail/rendering/sample-values.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import {
  isKnownMail,
  sampleMail,
  themeWithTexts,
} from '#server/modules/mail/rendering/sample-mail.tsx'
import { listChanges, findShownRelease } from '#server/modules/content/releases/release.sql.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { listTags } from '#server/modules/content/search/content-node.sql.ts'

/** More matches of a row are on the page of its texts. */
const MAX_MATCHES = 3
const MAX_TAGS = 20

/** Search for editors: texts of all channels, tags with their uses, previews of mails. */
export function contentNodeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, contentNodes, listContent)

  serveStaff(app, backoffice, alternativeTexts, handleAlternativeTexts)

  serveStaff(app, backoffice, contentTags, handleContentTags)

  serveStaff(app, backoffice, mailPreview, handleMailPreview(backoffice), { reads: true })
}

async function handleAlternativeTexts(
  input: ParsedInput<typeof alternativeTexts>,
  { sql, channels, within, colleague }: SignedIn,
) {
  if (input.channel !== undefined && !within(input.channel)) return refuseStaff('not-found')
  const { id: staff, language } = colleague
  return findImageTexts(sql, input, { channels, language, staff })
}

async function handleContentTags(
  { channel, search, tags }: ParsedInput<typeof contentTags>,
  { sql, within }: SignedIn,
) {
  if (!within(channel)) return refuseStaff('not-found')
  const rows = await listTags(sql, {
    channel,
    tags,
    search,
    limit: tags === undefined ? MAX_TAGS : 1000,
  })
  return { items: [...rows] }
}

function handleMailPreview(backoffice: Backoffice) {
  const { models, config } = backoffice.shop
  return async (input: ParsedInput<typeof mailPreview>, caller: SignedIn) => {
    const { sql, within, now } = caller
    const { channel, mail, language, release, words, gift } = input
    const model = within(channel) ? await models.channel(channel) : undefined
    if (!model || !isKnownMail(mail)) return refuseStaff('not-found')
    const mailTexts = new Map<string, string>()
    if (release !== undefined) {
      const row = await findShownRelease(sql, release)
      if (!row || !canSeeRelease(caller, row)) return refuseStaff('not-found')
      for (const { kind, key, channelId, after } of await listChanges(sql, row.id)) {
        if (kind !== 'mail' || channelId !== channel || !('mail' in key)) continue
        if (key.language !== language || typeof after?.['value'] !== 'string') continue
        mailTexts.set(`${key.mail} ${key.key}`, after['value'])
      }
    }
    for (const [name, sentence] of Object.entries(words)) mailTexts.set(name, sentence)
    const theme = themeWithTexts(mailTheme(config, model, language), mailTexts)
    return sampleMail(mail, theme, now, {
      gifts: channelGifts(model, language),
      ...(gift && { invitation: invitationOf(gift, model.channel.timeZone) }),
    })
  }
}

function invitationOf(
  gift: NonNullable<ParsedInput<typeof mailPreview>['gift']>,
  timeZone: string,
): SampleInvitation {
  const { name, points, valid_until: lastDay, sender_name, sender_message } = gift
  const until = lastDay === null ? null : new Date(endOfDay(lastDay, timeZone))
  return { name, points, until, senderName: sender_name, words: sender_message }
}

async function listContent(query: ParsedInput<typeof contentNodes>, caller: SignedIn) {
  const { sql, channels, within } = caller
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  return serveList(caller, query, {
    file: 'content',
    list: contentNodesList(query, channels),
    columns: CSV,
    read: async (nodes: ContentNodeRow[]): Promise<CsvRow[]> => {
      const [counts, changes] = await Promise.all([
        countTexts(sql, nodes),
        findLastChanges(sql, nodes),
      ])
      return nodes.map((node, index) => ({
        ...node,
        ...counts[index],
        changed: changes[index] ?? null,
      }))
    },
    items: (rows) => contentItems(caller, rows, query.search),
  })
}

async function contentItems({ sql, colleague }: SignedIn, rows: CsvRow[], search?: string) {
  const [titles, found] = await Promise.all([
    listPageTitles(sql, rows, colleague.language),
    search ? findMatches(sql, rows, search, MAX_MATCHES) : [],
  ])
  return rows.map(({ channel_id, name, ...row }) => {
    const isOfNode = (entry: { channel_id: string; name: string }) =>
      entry.channel_id === channel_id && entry.name === name
    return {
      id: String(row.id),
      channel: channel_id,
      channel_name: row.channel_name,
      kind: row.kind,
      name,
      title: titles.find(isOfNode)?.title ?? '',
      texts: row.texts ?? 0,
      languages: row.languages ?? [],
      changes: row.changes,
      scheduled_changes: row.scheduled_changes,
      scheduled_at: row.scheduled_at?.toISOString() ?? null,
      changed: row.changed && { at: row.changed.at.toISOString(), by: row.changed.by },
      found: found.filter(isOfNode).map(({ block, key, language, excerpt, shared }) => ({
        block,
        key,
        language,
        excerpt,
        shared,
      })),
    }
  })
}

type CsvRow = ContentNodeRow &
  Partial<Awaited<ReturnType<typeof countTexts>>[number]> & {
    changed: Awaited<ReturnType<typeof findLastChanges>>[number]
  }

const CSV: ListFile<'contentNodes', CsvRow> = {
  channel: ({ channel_id }) => channel_id,
  channel_name: ({ channel_name }) => channel_name,
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  texts: ({ texts }) => texts ?? 0,
  ...Object.fromEntries(
    allLanguages.map((language) => [
      language,
      ({ texts, languages }: CsvRow) =>
        (texts ?? 0) - (languages?.find((counts) => counts.language === language)?.rest ?? 0),
    ]),
  ),
  changes: ({ changes }) => changes,
  scheduled_changes: ({ scheduled_changes }) => scheduled_changes,
  scheduled_at: ({ scheduled_at }) => scheduled_at?.toISOString() ?? null,
  changed_at: ({ changed }) => changed?.at.toISOString() ?? null,
  changed_by: ({ changed }) => changed?.by ?? null,
  ...notInFile('id', 'title', 'languages', 'found', 'changed'),
}
