import { type ReactNode, useEffect, useMemo, useState } from 'react'

import { TextConflict } from '#backoffice/kit/rich-text/TextConflict.tsx'
import { CopyDialog } from '#backoffice/modules/content/releases/CopyDialog.tsx'
import css from '#backoffice/modules/content/editor/Editor.module.css'
import { EditorBody, PageActions } from '#backoffice/modules/content/editor/EditorBody.tsx'
import type { ShownOn } from '#backoffice/modules/content/editor/PagePane.tsx'
import { useEditedLanguages } from '#backoffice/modules/content/editor/use-edited-languages.ts'
import {
  DraftLinks,
  type PageDraft,
  useDraftOf,
} from '#backoffice/modules/content/editor/DraftLinks.tsx'
import { ReadOnlyNotice } from '#backoffice/modules/content/editor/ReadOnlyNotice.tsx'
import { type PageView, usePageView } from '#backoffice/modules/content/editor/use-page-view.ts'
import { ReleaseBar } from '#backoffice/modules/content/editor/ReleaseBar.tsx'
import { languageName, type TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import { type RowProps, TextGroup } from '#backoffice/modules/content/editor/TextGroup.tsx'
import {
  entriesOf,
  acceptTheirs,
  startOf,
  type TypedChanges,
} from '#backoffice/modules/content/editor/text-changes.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { type Saving, useSaving } from '#backoffice/modules/content/editor/use-saving.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ContentHead } from '#backoffice/modules/content/editor/ContentHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Conflict } from '#contract/content/release-change.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Language } from '#domain/language.ts'

type TextsEditorProps = {
  staff: Staff
  channel: { id: string; name: string }
  /** The draft's key for this page. */
  name: string
  title: string
  texts: readonly TextShape[]
  /** The draft that they were read with; '' where none was, or another one is still being read. */
  shownRelease: string
  /** Releases with changes of these texts that are not published. */
  drafts: readonly PageDraft[]
  groupName?: (group: string) => string
  beside?: ReactNode
  below?: ReactNode
  /** Receives the unsaved changes, for example to render a preview. */
  renderAside?: (typed: TypedChanges, language: Language) => ReactNode
  /** Where the shop shows these texts. On a wide screen they are edited beside that page. */
  shownOn?: ShownOn | null
}

const NONE: TypedChanges = {}

/** The texts of a page in one language, with another one beside it, saved into a release. */
export function TextsEditor(props: TextsEditorProps) {
  const { staff, channel, name, title, texts, shownRelease, below } = props
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${name}`, NONE)
  const typed = draft.values
  const languages = useEditedLanguages({ channel: channel.id, texts, typed, staff })
  const view = usePageView({ ...props, languages })
  const { groups, isFound } = useShownTexts(view, typed)
  const bySubject = useMemo(() => entriesBySubject(texts), [texts])
  const saving = useSaving(title, typed, draft.type, (one) => bySubject.get(one)?.text.name)
  const draftOf = useDraftOf(props)
  useFocusOnIssue(saving.issues)

  const [conflict] = saving.conflicts
  if (conflict) {
    return (
      <Conflicting
        key={conflict.subject}
        conflict={conflict}
        found={bySubject.get(conflict.subject)}
        draft={draft}
        saving={saving}
      />
    )
  }
  const row: RowProps = {
    channel: channel.id,
    shownRelease,
    typed,
    saving,
    readOnly: !staff.permissions.includes('content.write'),
    languages,
    draftOf,
    onLanguage: view.setWritten,
    type: (subject, one) => draft.type({ [subject]: one }),
  }
  return (
    <>
      <EditorHead {...props} view={view} release={saving.release} />
      <ReadOnlyNotice staff={staff} />
      <EditorBody
        {...props}
        view={view}
        typed={typed}
        languages={languages}
        saved={saving.saved}
        list={<TextList {...props} groups={groups} row={row} isFound={isFound} />}
      />
      {below}
      <EditorFoot {...props} draft={draft} saving={saving} subjects={[...bySubject.keys()]} />
    </>
  )
}

function EditorHead({
  view,
  release,
  ...props
}: TextsEditorProps & { view: PageView; release: string }) {
  const { title, channel, name, drafts, beside } = props
  return (
    <ContentHead
      title={title}
      channel={channel}
      name={name}
      facts={drafts.length === 0 ? undefined : <DraftLinks drafts={drafts} release={release} />}
      actions={
        <>
          <PageActions {...props} view={view} />
          {beside}
        </>
      }
    />
  )
}

function TextList({
  title,
  groupName = readableKey,
  groups,
  row,
  isFound,
}: TextsEditorProps & { groups: [string, TextShape[]][]; row: RowProps; isFound: boolean }) {
  const t = useTranslate()
  return (
    <div className={css.texts}>
      {groups.map(([group, members], at) => (
        <TextGroup
          key={group}
          isFound={isFound}
          title={title}
          name={group !== '' ? groupName(group) : at > 0 ? title : null}
          texts={members}
          row={row}
        />
      ))}
      {groups.length === 0 ? <p className={css.soft}>{t('noTextFound')}</p> : null}
    </div>
  )
}

type EditorDraft = ReturnType<typeof useDraft<TypedChanges>>
type Found = { text: TextShape; entry: TextShape['languages'][number] }

const entriesBySubject = (texts: readonly TextShape[]) =>
  new Map(
    texts.flatMap((text) =>
      text.languages.map((entry): [string, Found] => [entry.subject, { text, entry }]),
    ),
  )

/** The texts that match the search, by group. */
function useShownTexts({ shown, isChosen }: PageView, typed: TypedChanges) {
  const [query] = useQueryParams()
  // A clicked text is shown even if the search does not find it.
  const find = isChosen ? '' : (query.get('find') ?? '')
  const groups = useMemo(() => groupsOf(shown, find, typed), [shown, find, typed])
  return { groups, isFound: isChosen || find !== '' }
}

/** After a failed save the focus moves to the first invalid text. */
function useFocusOnIssue(issues: Saving['issues']) {
  useEffect(() => {
    if (Object.keys(issues).length === 0) return
    document.querySelector<HTMLElement>('#page [aria-invalid=true]')?.focus()
  }, [issues])
}

function Conflicting({
  conflict,
  found,
  draft,
  saving,
}: {
  conflict: Conflict
  found: Found | undefined
  draft: EditorDraft
  saving: Saving
}) {
  const t = useTranslate()
  const mine = draft.values[conflict.subject]
  return (
    <TextConflict
      conflict={mine ? { ...conflict, before: startOf(mine), mine: mine.after } : conflict}
      name={
        found ? `${found.text.name}, ${languageName(t, found.entry.language)}` : conflict.subject
      }
      kind={found?.text.field === 'area' ? 'rich' : 'plain'}
      lang={found?.entry.language ?? ''}
      variables={found?.text.variables ?? []}
      more={saving.conflicts.length - 1}
      onLater={saving.later}
      onTheirs={() => {
        draft.type({ [conflict.subject]: undefined })
        saving.settle(conflict)
      }}
      onMine={(after) => {
        const kept = mine ?? {
          kind: conflict.kind,
          key: conflict.key,
          before: conflict.before,
          base_version: conflict.version,
          after,
          seen: null,
        }
        draft.type({ [conflict.subject]: acceptTheirs(kept, conflict, saving.release, after) })
        saving.settle(conflict)
      }}
    />
  )
}

function EditorFoot({
  staff,
  channel,
  draft,
  saving,
  subjects,
}: TextsEditorProps & { draft: EditorDraft; saving: Saving; subjects: string[] }) {
  const t = useTranslate()
  const [copying, setCopying] = useState(false)
  const count = entriesOf(draft.values).length
  return (
    <>
      <ReleaseBar staff={staff} saving={saving} count={count} discard={() => draft.clear()}>
        {saving.release !== '' && count === 0 ? (
          <ActionButton look="plain" onClick={() => setCopying(true)}>
            {t('copyToChannels')}
          </ActionButton>
        ) : null}
      </ReleaseBar>
      {copying ? (
        <CopyDialog
          release={saving.release}
          channel={channel.id}
          subjects={subjects}
          onClose={() => setCopying(false)}
        />
      ) : null}
    </>
  )
}

/** Groups in page order. Edited texts stay visible even if they do not match the search. */
function groupsOf(texts: readonly TextShape[], find: string, typed: TypedChanges) {
  const wanted = find.trim().toLowerCase()
  const groups = new Map<string, TextShape[]>()
  for (const text of texts) {
    const fits =
      wanted === '' ||
      text.id.toLowerCase().includes(wanted) ||
      text.name.toLowerCase().includes(wanted) ||
      text.languages.some(
        ({ subject, value, change, reads }) =>
          typed[subject] !== undefined ||
          [value?.value, valueOf(change?.after ?? null), reads?.value].some((one) =>
            one
              ?.replaceAll(/<[^<>]*>/g, '')
              .toLowerCase()
              .includes(wanted),
          ),
      )
    if (!fits) continue
    const held = groups.get(text.group)
    if (held) held.push(text)
    else groups.set(text.group, [text])
  }
  return [...groups]
}
