import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import css from '#backoffice/modules/content/editor/Editor.module.css'
import { ChangeConflict } from '#backoffice/modules/content/editor/ChangeConflict.tsx'
import { ReadOnlyNotice } from '#backoffice/modules/content/editor/ReadOnlyNotice.tsx'
import { ReleaseBar } from '#backoffice/modules/content/editor/ReleaseBar.tsx'
import { TextHistory } from '#backoffice/modules/content/editor/TextHistory.tsx'
import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { dataOfSameChannel, useChannel } from '#backoffice/modules/content/use-channel.ts'
import { useSaving } from '#backoffice/modules/content/editor/use-saving.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { ContentHead } from '#backoffice/modules/content/editor/ContentHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

type Field = StaffResponse<'channelFields'>['fields'][number]

export type FieldBox = {
  valueOf: (field: string) => unknown
  write: (field: string, value: unknown) => void
  isTyped: (field: string) => boolean
  issueOf: (field: string) => string | undefined
  readOnly: boolean
}

const NONE: TypedChanges = {}

/** Channel fields that change through a release, like all content. */
export function FieldsPage({
  staff,
  name,
  title,
  children,
}: {
  staff: Staff
  name: string
  title: string
  children: (box: FieldBox) => ReactNode
}) {
  const t = useTranslate()
  const channel = useChannel()
  const [query] = useQueryParams()
  const release = query.get('release') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...staffQuery('channelFields', {
      channel: channel?.id ?? '',
      ...(release === '' ? {} : { release }),
    }),
    enabled: channel !== null,
    // The previous data stays visible when a save selects another draft.
    placeholderData: dataOfSameChannel(channel?.id),
  })
  if (!data || !channel) {
    return (
      <PagePending
        title={title}
        parent={{ to: '/backoffice/content', label: t('content') }}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Fields
      key={channel.id}
      staff={staff}
      name={name}
      title={title}
      channel={channel}
      fields={data.fields}
      shownRelease={isPlaceholderData ? '' : release}
    >
      {children}
    </Fields>
  )
}

type FieldsProps = {
  staff: Staff
  name: string
  title: string
  channel: { id: string; name: string }
  fields: readonly Field[]
  /** The draft that they were read with. */
  shownRelease: string
  children: (box: FieldBox) => ReactNode
}

function Fields(props: FieldsProps) {
  const { staff, name, title, channel, children } = props
  const { draft, saving, box } = useFieldBox(props)
  const [conflict] = saving.conflicts
  if (conflict) {
    return (
      <ChangeConflict conflict={conflict} typed={draft.values} type={draft.type} saving={saving} />
    )
  }
  return (
    <>
      <ContentHead title={title} channel={channel} name={name} />
      <ReadOnlyNotice staff={staff} />
      <div className={css.body}>{children(box)}</div>
      <TextHistory query={{ channel: channel.id, kind: 'channel' }} />
      <ReleaseBar
        staff={staff}
        saving={saving}
        count={entriesOf(draft.values).length}
        discard={() => draft.clear()}
      />
    </>
  )
}

/** The fields as typed, over those of the draft or of the shop. */
function useFieldBox({ staff, name, title, channel, fields, shownRelease }: FieldsProps) {
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${name}`, NONE)
  const typed = draft.values
  const saving = useSaving(title, typed, draft.type)
  const subjectOf = (field: string) => `${channel.id} ${field}`
  const held = (field: string) => fields.find(({ subject }) => subject === subjectOf(field))
  const lasting = (field: string): Record<string, unknown> | null => {
    const found = held(field)
    return found?.change ? found.change.after : (found?.value ?? null)
  }
  const box: FieldBox = {
    readOnly: !staff.permissions.includes('content.write'),
    valueOf: (field) => {
      const one = typed[subjectOf(field)]
      return (one ? one.after : lasting(field))?.['value']
    },
    write: (field, value) => {
      const found = held(field)
      const one = typed[subjectOf(field)]
      const same = JSON.stringify(lasting(field)?.['value'] ?? '') === JSON.stringify(value)
      draft.type({
        [subjectOf(field)]: same
          ? undefined
          : {
              kind: 'channel',
              key: { channel: channel.id, field },
              before: one ? one.before : lasting(field),
              base_version: one?.base_version ?? found?.version ?? 0,
              after: { value },
              seen: one
                ? one.seen
                : found?.change
                  ? { release: shownRelease, version: found.change.change_version }
                  : null,
            },
      })
    },
    isTyped: (field) => typed[subjectOf(field)] !== undefined,
    issueOf: (field) => saving.issues[subjectOf(field)],
  }
  return { draft, saving, box }
}
