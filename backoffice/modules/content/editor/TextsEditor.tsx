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
  initialValue,
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
  /** The release that the texts were read with; '' for none, and while another one loads. */
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

const NO_CHANGES: TypedChanges = {}

/** Edits the texts of a page in one language, with a second one to compare with, and saves them into a release. */
export function TextsEditor(props: TextsEditorProps) {
  const { staff, channel, name, title, texts, shownRelease, below } = props
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${name}`, NO_CHANGES)
  const typed = draft.values
  const languages = useEditedLanguages({ channel: channel.id, texts, typed, staff })
  const view = usePageView({ ...props, languages })
  const { groups, isFound } = useShownTexts(view, typed)
  const bySubject = useMemo(() => entriesBySubject(texts), [texts])
  const saving = useSaving(title, typed, draft.type, (subject) => bySubject.get(subject)?.text.name)
  const draftOf = useDraftOf(props)
  useFocusOnIssue(saving.issues)

  const [conflict] = saving.conflicts
  if (conflict) {
    return (
      <EditConflict
        key={conflict.subject}
        conflict={conflict}
        match={bySubject.get(conflict.subject)}
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
    onLanguage: view.setTypedLanguage,
    type: (subject, change) => draft.type({ [subject]: change }),
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
      {groups.map(([group, members], index) => (
        <TextGroup
          key={group}
          isFound={isFound}
          title={title}
          name={group !== '' ? groupName(group) : index > 0 ? title : null}
          texts={members}
          row={row}
        />
      ))}
      {groups.length === 0 ? <p className={css.soft}>{t('noTextFound')}</p> : null}
    </div>
  )
}

type EditorDraft = ReturnType<typeof useDraft<TypedChanges>>
type TextEntry = { text: TextShape; entry: TextShape['languages'][number] }

const entriesBySubject = (texts: readonly TextShape[]) =>
  new Map(
    texts.flatMap((text) =>
      text.languages.map((entry): [string, TextEntry] => [entry.subject, { text, entry }]),
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

function EditConflict({
  conflict,
  match,
  draft,
  saving,
}: {
  conflict: Conflict
  match: TextEntry | undefined
  draft: EditorDraft
  saving: Saving
}) {
  const t = useTranslate()
  const mine = draft.values[conflict.subject]
  return (
    <TextConflict
      conflict={mine ? { ...conflict, before: initialValue(mine), mine: mine.after } : conflict}
      name={
        match ? `${match.text.name}, ${languageName(t, match.entry.language)}` : conflict.subject
      }
      kind={match?.text.field === 'area' ? 'rich' : 'plain'}
      lang={match?.entry.language ?? ''}
      variables={match?.text.variables ?? []}
      more={saving.conflicts.length - 1}
      onLater={saving.later}
      onTheirs={() => {
        draft.type({ [conflict.subject]: undefined })
        saving.settle(conflict)
      }}
      onMine={(after) => {
        const change = mine ?? {
          kind: conflict.kind,
          key: conflict.key,
          before: conflict.before,
          base_version: conflict.version,
          after,
          seen: null,
        }
        draft.type({ [conflict.subject]: acceptTheirs(change, conflict, saving.release, after) })
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
          <ActionButton variant="plain" onClick={() => setCopying(true)}>
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
  const searchText = find.trim().toLowerCase()
  const groups = new Map<string, TextShape[]>()
  for (const text of texts) {
    const matches =
      searchText === '' ||
      text.id.toLowerCase().includes(searchText) ||
      text.name.toLowerCase().includes(searchText) ||
      text.languages.some(
        ({ subject, value, change, reads }) =>
          typed[subject] !== undefined ||
          [value?.value, valueOf(change?.after ?? null), reads?.value].some((html) =>
            html
              ?.replaceAll(/<[^<>]*>/g, '')
              .toLowerCase()
              .includes(searchText),
          ),
      )
    if (!matches) continue
    const group = groups.get(text.group)
    if (group) group.push(text)
    else groups.set(text.group, [text])
  }
  return [...groups]
}
