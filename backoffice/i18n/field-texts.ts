import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { CHANNEL_FLAGS } from '#domain/channels/channel-columns.ts'

/** Fields that can be changed in many channels at once, each with the required permission. */
export const BULK_CHANGE_FIELDS = [
  {
    field: 'undo_minutes',
    label: 'channel.bulk.undo_minutes',
    needs: 'channel.write',
    kind: 'number',
  },
  { field: 'theme.active', label: 'channel.theme.active', needs: 'theme.write', kind: 'colour' },
  { field: 'theme.heading', label: 'channel.theme.heading', needs: 'theme.write', kind: 'colour' },
  { field: 'theme.accent', label: 'channel.theme.accent', needs: 'theme.write', kind: 'colour' },
  ...CHANNEL_FLAGS.map((flag) => ({
    field: flag,
    label: `channel.flag.${flag}` as const,
    needs: 'channel.write' as const,
    kind: 'flag' as const,
  })),
] as const satisfies readonly {
  field: string
  label: MessageKey
  needs: string
  kind: 'number' | 'colour' | 'flag'
}[]

export type BulkChangeField = (typeof BULK_CHANGE_FIELDS)[number]

export const FLAG_FIELDS = BULK_CHANGE_FIELDS.flatMap((field) =>
  field.kind === 'flag' ? [field] : [],
)

/** A field value as display text; null for an empty value. */
export function valueText(value: unknown): string | null {
  const content =
    typeof value === 'object' && value !== null && 'value' in value ? value.value : value
  if (content === null || content === undefined || content === '') return null
  if (typeof content === 'boolean') return content ? '✓' : '✗'
  if (Array.isArray(content)) return content.join(', ')
  return typeof content === 'number' || typeof content === 'string' ? `${content}` : null
}
