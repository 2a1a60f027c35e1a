import { useState } from 'react'

import { languageName, type TextShape } from '#backoffice/content/text-shape.ts'
import { type Typed, valueOf } from '#backoffice/content/typed-changes.ts'
import { ChoosePicture } from '#backoffice/media/ChoosePicture.tsx'
import { DeskLink } from '#backoffice/desk-address.tsx'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { RichField, Still } from '#backoffice/rich/RichField.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './TextRow.module.css'

type Entry = TextShape['languages'][number]

type LanguageTextProps = {
  text: TextShape
  entry: Entry
  channel: string
  release: string
  typed: Typed | undefined
  readOnly: boolean
  issue: string | undefined
  notes: readonly string[]
  type: (subject: string, typed: Typed | undefined) => void
}

/** A text in one language; where there is none, what is read in its place, and whose words they are. */
export function LanguageText(props: LanguageTextProps) {
  const { text, entry, channel, release, typed, readOnly, issue, notes, type } = props
  const say = useSay()
  const [writing, setWriting] = useState(false)
  const { language, subject } = entry
  const name = languageName(say, language)
  const label = `${text.name}, ${name}`
  const lasting = entry.change ? entry.change.after : entry.value
  const shown = typed ? typed.after : lasting
  const value = valueOf(shown)
  const alt = typeof shown?.['alt'] === 'string' ? shown['alt'] : ''
  const kind = text.field === 'area' ? 'rich' : 'plain'

  function write(value: string, alt: string) {
    const isEmpty = value === '' && alt === ''
    const after =
      isEmpty && text.field !== 'media'
        ? null
        : { value, ...(text.field === 'media' ? { alt } : {}) }
    const same =
      valueOf(lasting) === value &&
      (typeof lasting?.['alt'] === 'string' ? lasting['alt'] : '') === alt
    type(
      subject,
      same
        ? undefined
        : {
            kind: entry.kind,
            key: entry.key,
            before: typed?.before ?? entry.value,
            base_version: typed?.base_version ?? entry.version,
            after,
            seen:
              typed?.seen ??
              (entry.change ? { release, version: entry.change.change_version } : null),
          },
    )
  }

  const isEmpty = value === '' && !typed && !writing
  return (
    // A group and no region: a page has hundreds, and texts of two places may be called the same.
    <div
      className={css.language}
      role="group"
      aria-label={label}
      data-anchor={anchorsOf(text, entry, value)}
    >
      <p className={css.head}>
        <span>{name}</span>
        {typed ? <StateMark kind="half">{say('notSaved')}</StateMark> : null}
        {!typed && entry.change ? (
          <StateMark kind="half">{say('changedInRelease')}</StateMark>
        ) : null}
        {!typed && !entry.change && isEmpty ? (
          <StateMark kind="off">{say('isEmpty')}</StateMark>
        ) : null}
      </p>
      {text.field === 'text' || text.field === 'area' ? (
        isEmpty ? (
          <Fallback entry={entry} kind={kind} label={label} />
        ) : (
          <RichField
            label={label}
            kind={kind}
            lang={language}
            value={value}
            variables={text.variables}
            readOnly={readOnly}
            issue={issue ?? null}
            begins={writing}
            onChange={(next) => write(next, alt)}
          />
        )
      ) : (
        <>
          {text.field === 'media' ? (
            <ChoosePicture
              label={say('picture')}
              file={value}
              readOnly={readOnly}
              issue={issue}
              write={(file) => write(file, alt)}
            />
          ) : (
            <DeskField
              label={text.name}
              inputMode={text.field === 'number' ? 'decimal' : undefined}
              readOnly={readOnly}
              issue={issue}
              value={value}
              onChange={({ target }) => write(target.value, alt)}
            />
          )}
          {text.field === 'media' ? (
            <DeskField
              label={say('alternative')}
              data-anchor={alt === '' && (value !== '' || entry.reads) ? 'unsaid' : undefined}
              hint={say('alternativeHelp')}
              readOnly={readOnly}
              value={alt}
              onChange={({ target }) => write(value, target.value)}
            />
          ) : null}
        </>
      )}
      {isEmpty && !readOnly && (text.field === 'text' || text.field === 'area') ? (
        <DeskButton
          little
          look="plain"
          onClick={() => setWriting(true)}
          aria-label={`${say('writeIt', { language: name })}: ${text.name}`}
        >
          {say('writeIt', { language: name })}
        </DeskButton>
      ) : null}
      {notes.map((note) => (
        <p key={note} className={css.note} role="status">
          {note}
        </p>
      ))}
      {entry.version > 0 ? (
        <DeskLink
          className={css.versions}
          to={`/desk/content/versions?${new URLSearchParams({ channel, kind: entry.kind, subject }).toString()}`}
        >
          {say('versionsOf')}
          <span className="visually-hidden">: {label}</span>
        </DeskLink>
      ) : null}
    </div>
  )
}

/** What the launch check finds here, by the names of its links. */
function anchorsOf(text: TextShape, { language, reads }: Entry, value: string): string | undefined {
  const spoken = text.field === 'text' || text.field === 'area'
  const lacks = value === '' && reads?.language !== language && reads?.language !== ''
  const words = value === '' ? (reads?.value ?? '') : value
  const links = text.field === 'url' ? [words] : [...words.matchAll(/href="([^"]*)"/g)].map(hrefOf)
  const anchors = [
    ...(spoken && lacks ? [`lacks-${language}`] : []),
    ...links.filter((href) => href !== '').map((href) => `link-${encodeURIComponent(href)}`),
  ]
  return anchors.length === 0 ? undefined : anchors.join(' ')
}

const hrefOf = ([, href = '']: RegExpExecArray) => href

function Fallback({ entry, kind, label }: { entry: Entry; kind: 'plain' | 'rich'; label: string }) {
  const say = useSay()
  const { reads, language } = entry
  if (!reads) return <p className={css.note}>{say('readsNothing')}</p>
  const reader = languageName(say, language)
  const source = languageName(say, reads.language)
  return (
    <>
      <Still
        faded
        kind={kind}
        lang={reads.language}
        value={reads.value}
        label={`${label}: ${say('isRead')}`}
      />
      <p className={css.note}>
        {reads.language === ''
          ? say('reads.all')
          : say(`reads.${reads.source}`, { language: reader, source })}
      </p>
    </>
  )
}
