import { addDays } from '#domain/time/zone-days.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

type Text = { channel: string; key: string; language: string; value: string }
type PlannedRelease = { name: string; texts: Text[]; from?: number; until?: number }

/** Days from the first start. The dates are late enough that nothing changes during a first visit. */
const RELEASES: PlannedRelease[] = [
  {
    name: 'Winterhome',
    texts: [
      { channel: '1014', key: 'button', language: 'nl', value: 'Ontdek de wintercadeaus' },
      { channel: '1014', key: 'button', language: 'en', value: 'Discover the winter gifts' },
    ],
    from: 16,
    until: 48,
  },
  {
    name: 'Frühlingsaktion Alpenwerk',
    texts: [
      { channel: '2002', key: 'button', language: 'de', value: 'Frühlingsgeschenke ansehen' },
    ],
    from: 75,
  },
  {
    name: 'Nieuwe welkomsttekst Noordzee',
    texts: [{ channel: '2001', key: 'button', language: 'nl', value: 'Kies je cadeau' }],
  },
  {
    name: 'Hero zonder punten',
    texts: [{ channel: '1014', key: 'title', language: 'nl', value: 'Kies iets dat bij je past' }],
  },
]

/** Drafts and scheduled releases. */
export async function createReleases(played: PlayedShop, today: string) {
  for (const { name, texts, from, until } of RELEASES) {
    const changes = []
    for (const text of texts) changes.push(await changeOf(played, text))
    // The editor of the demo world works in one channel.
    const role = texts.every(({ channel }) => channel === '1014') ? 'editor' : 'owner'
    const { id } = await played.call(role, 'createRelease', { name, changes })
    if (from === undefined) continue
    await played.call(role, 'publishRelease', {
      id,
      from: `${addDays(today, from)}T07:00`,
      until: until === undefined ? null : `${addDays(today, until)}T23:00`,
    })
  }
}

async function changeOf({ shop }: PlayedShop, { channel, key, language, value }: Text) {
  const [row] = await shop.sql<{ kind: 'text' | 'area'; version: number }[]>`
    select kind, row_version::integer as version from content
    where channel_id = ${channel} and path = 'homepagecomponents' and block = 'heroSection'
      and key = ${key} and language = ${language}`
  return {
    kind: 'content' as const,
    key: {
      channel,
      path: 'homepagecomponents',
      block: 'heroSection',
      field: row?.kind ?? 'text',
      key,
      language: language as 'nl',
    },
    base_version: row?.version ?? 0,
    after: { value },
  }
}
