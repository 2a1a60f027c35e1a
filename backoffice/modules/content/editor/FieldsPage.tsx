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

export type FieldAccess = {
  valueOf: (field: string) => unknown
  write: (field: string, value: unknown) => void
  isTyped: (field: string) => boolean
  issueOf: (field: string) => string | undefined
  readOnly: boolean
}

const NO_CHANGES: TypedChanges = {}

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
  children: (access: FieldAccess) => ReactNode
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
  /** The release that the fields were read with. */
  shownRelease: string
  children: (access: FieldAccess) => ReactNode
}

function Fields(props: FieldsProps) {
  const { staff, name, title, channel, children } = props
  const { draft, saving, access } = useFieldAccess(props)
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
      <div className={css.body}>{children(access)}</div>
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

/** Reads and writes fields: the unsaved value, else the value of the draft, else the published value. */
function useFieldAccess({ staff, name, title, channel, fields, shownRelease }: FieldsProps) {
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${name}`, NO_CHANGES)
  const typed = draft.values
  const saving = useSaving(title, typed, draft.type)
  const subjectOf = (field: string) => `${channel.id} ${field}`
  const fieldOf = (name: string) => fields.find(({ subject }) => subject === subjectOf(name))
  const storedValue = (name: string): Record<string, unknown> | null => {
    const field = fieldOf(name)
    return field?.change ? field.change.after : (field?.value ?? null)
  }
  const access: FieldAccess = {
    readOnly: !staff.permissions.includes('content.write'),
    valueOf: (name) => {
      const change = typed[subjectOf(name)]
      return (change ? change.after : storedValue(name))?.['value']
    },
    write: (name, value) => {
      const subject = subjectOf(name)
      const stored = storedValue(name)
      if (JSON.stringify(stored?.['value'] ?? '') === JSON.stringify(value)) {
        draft.type({ [subject]: undefined })
        return
      }
      const field = fieldOf(name)
      const start = typed[subject] ?? {
        before: stored,
        base_version: field?.version ?? 0,
        seen: field?.change
          ? { release: shownRelease, version: field.change.change_version }
          : null,
      }
      draft.type({
        [subject]: {
          kind: 'channel',
          key: { channel: channel.id, field: name },
          before: start.before,
          base_version: start.base_version,
          after: { value },
          seen: start.seen,
        },
      })
    },
    isTyped: (field) => typed[subjectOf(field)] !== undefined,
    issueOf: (field) => saving.issues[subjectOf(field)],
  }
  return { draft, saving, access }
}
