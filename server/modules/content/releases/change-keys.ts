import type {
  ChangeKind,
  ChangeValue,
  ChannelKey,
  ContentKey,
  MailKey,
  NavigationKey,
  ReleaseChange,
  TileKey,
} from '#contract/content/release-change.ts'

export type ContentNode = Pick<ReleaseChange, 'kind'> & { key: ReleaseChange['key'] }

/** A change as stored in a release. */
export type StoredChange = ContentNode & {
  subject: string
  channelId: string
  baseVersion: number
  before: ChangeValue
  after: ChangeValue
}

export const MAIL_PATH = 'websitetranslationcomponents'

/** A row of the table `content`, which contains the texts of mails too. */
export type ContentAddress = {
  channel_id: string
  path: string
  block: string
  kind: string
  key: string
  language: string
}

export const isContent = (kind: ChangeKind) => kind === 'content' || kind === 'mail'

export const inChannel = ({ kind, key }: ContentNode, channel: string): ContentNode => ({
  kind,
  key: { ...key, channel },
})

export function contentAddress({ kind, key }: ContentNode): ContentAddress {
  if (kind === 'mail') {
    const { channel, mail, key: name, language } = key as MailKey
    const contentKey = `mail_${mail}_${name}`
    return {
      channel_id: channel,
      path: MAIL_PATH,
      block: '',
      kind: 'text',
      key: contentKey,
      language,
    }
  }
  const { channel, field, ...rest } = key as ContentKey
  return { channel_id: channel, kind: field, ...rest }
}

/** The key as one line. Channel and page come first, so that the history of a page is one range of the index. */
export function subjectOf(node: ContentNode): string {
  switch (node.kind) {
    case 'content':
    case 'mail': {
      const { channel_id, path, block, kind, key, language } = contentAddress(node)
      return [channel_id, path, language || 'all', kind, key, block].join(' ').trim()
    }
    case 'navigation': {
      const { channel, id } = node.key as NavigationKey
      return `${channel} ${id}`
    }
    case 'tile': {
      const { channel, tile, id } = node.key as TileKey
      return `${channel} ${tile} ${id}`
    }
    case 'channel': {
      const { channel, field } = node.key as ChannelKey
      return `${channel} ${field}`
    }
  }
}

/** Unique across kinds. A text of a mail counts as content, because it is stored in `content`. */
export const nodeKey = (node: ContentNode) =>
  `${node.kind === 'mail' ? 'content' : node.kind} ${subjectOf(node)}`
