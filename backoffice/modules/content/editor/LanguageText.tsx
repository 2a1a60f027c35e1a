import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  languageName,
  sourceText,
  type TextShape,
} from '#backoffice/modules/content/editor/text-definition.ts'
import type { Typed } from '#backoffice/modules/content/editor/text-changes.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { ChoosePicture } from '#backoffice/modules/media/ChooseImage.tsx'
import { altRead, sourceOf, useLibraryAlts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { RichField, Still } from '#backoffice/kit/rich-text/RichTextField.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { isLanguageChoice } from '#contract/content/language-choice.ts'
import { allLanguages, fallbackOrder, languageOf, languages } from '#domain/language.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

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

/** A text in one language. An empty text shows the fallback text and its source. */
export function LanguageText(props: LanguageTextProps) {
  const { text, entry, channel, release, typed, readOnly, issue, notes, type } = props
  const t = useTranslate()
  /** The initial value once the user starts to type; null before. */
  const [start, setStart] = useState<string | null>(null)
  const writing = start !== null
  const { language, subject } = entry
  const name = languageName(t, language)
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
            // As it was opened: what a colleague put into the same draft is joined with that, and not with the shop's.
            before: typed ? typed.before : lasting,
            base_version: typed?.base_version ?? entry.version,
            after,
            seen: typed
              ? typed.seen
              : entry.change
                ? { release, version: entry.change.change_version }
                : null,
          },
    )
  }

  const isEmpty = value === '' && !typed && !writing
  const isLanguage = isChoice(entry)
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
        {typed ? <StatusMark kind="half">{t('notSaved')}</StatusMark> : null}
        {!typed && entry.change ? (
          <StatusMark kind="half">{t('changedInRelease')}</StatusMark>
        ) : null}
        {!typed && !entry.change && isEmpty ? (
          <StatusMark kind="off">{t(kindOf(entry))}</StatusMark>
        ) : null}
      </p>
      {text.field === 'text' || text.field === 'area' ? (
        isLanguage ? (
          <LanguageChoice
            text={text}
            entry={entry}
            channel={channel}
            value={value}
            readOnly={readOnly}
            issue={issue}
            write={(code) => write(code, '')}
          />
        ) : isEmpty ? (
          <Fallback entry={entry} kind={kind} label={label} />
        ) : (
          <RichField
            label={label}
            kind={kind}
            lang={language}
            value={value === '' && !typed ? (start ?? '') : value}
            variables={text.variables}
            readOnly={readOnly}
            issue={issue ?? null}
            begins={writing}
            onChange={(next) => {
              // Emptied again, it stays empty.
              if (writing) setStart('')
              write(next, alt)
            }}
          />
        )
      ) : (
        <>
          {text.field === 'media' ? (
            <ChoosePicture
              label={text.name}
              file={value}
              readOnly={readOnly}
              issue={issue}
              write={(file) => write(file, alt)}
            />
          ) : (
            <FormField
              label={text.name}
              inputMode={text.field === 'number' ? 'decimal' : undefined}
              readOnly={readOnly}
              issue={issue}
              value={value}
              onChange={({ target }) => write(target.value, alt)}
            />
          )}
          {value === '' && entry.reads ? <Instead entry={entry} text={text} label={label} /> : null}
          {text.field === 'media' ? (
            <AltField
              text={text}
              entry={entry}
              file={value || (entry.reads?.value ?? '')}
              alt={alt}
              readOnly={readOnly}
              write={(alt) => write(value, alt)}
            />
          ) : null}
        </>
      )}
      {isEmpty && !isLanguage && !readOnly && (text.field === 'text' || text.field === 'area') ? (
        <p className={css.starts}>
          {entry.reads && entry.reads.value !== '' ? (
            <ActionButton
              little
              look="plain"
              onClick={() => setStart(entry.reads?.value ?? '')}
              aria-label={`${t('editShared')}: ${label}`}
            >
              {t('editShared')}
            </ActionButton>
          ) : null}
          <ActionButton
            little
            look="plain"
            onClick={() => setStart('')}
            aria-label={`${t('writeIt', { language: name })}: ${text.name}`}
          >
            {t('writeIt', { language: name })}
          </ActionButton>
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className={css.note} role="status">
          {note}
        </p>
      ))}
      {entry.version > 0 || entry.was_published ? (
        <BackofficeLink
          className={css.versions}
          to={`/backoffice/content/versions?${new URLSearchParams({ channel, kind: entry.kind, subject }).toString()}`}
        >
          {t('versionsOf')}
          <span className="visually-hidden">: {label}</span>
        </BackofficeLink>
      ) : null}
    </div>
  )
}

/** As the list of content counts it: what a reader of the language gets where the channel has no text of its own. */
function kindOf({ language, reads }: Entry): 'isEmpty' | 'isShared' | 'isFallback' {
  if (!reads || reads.value === '') return 'isEmpty'
  return reads.language === language || reads.language === '' ? 'isShared' : 'isFallback'
}

const isChoice = ({ key: { path, block, key } }: Entry) =>
  isLanguageChoice({ path: String(path), block: String(block), key: String(key) })

/** Chosen from the languages that the channel speaks; where none is, what it reads. */
function LanguageChoice({
  text,
  entry,
  channel,
  value,
  readOnly,
  issue,
  write,
}: {
  text: TextShape
  entry: Entry
  channel: string
  value: string
  readOnly: boolean
  issue: string | undefined
  write: (code: string) => void
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelList', { ids: channel }))
  const spoken = data?.items.find(({ id }) => id === channel)?.languages ?? allLanguages
  return (
    <>
      <FormSelect
        label={text.name}
        disabled={readOnly}
        issue={issue}
        value={value}
        onChange={({ target }) => write(target.value)}
      >
        <option value="">–</option>
        {allLanguages
          .filter((code) => code === value || spoken.includes(code))
          .map((code) => (
            <option key={code} value={code}>
              {languages[code].label}
            </option>
          ))}
      </FormSelect>
      {value === '' ? <p className={css.note}>{choiceRead(t, entry)}</p> : null}
    </>
  )
}

function choiceRead(t: Translate, entry: Entry): string {
  const read = languageOf(entry.reads?.value)
  return read ? `${languages[read].label}. ${sourceText(t, entry)}` : t('readsNothing')
}

/** The alt text of an image. An empty field shows the fallback text and its source. */
function AltField({
  text,
  entry: { language },
  file,
  alt,
  readOnly,
  write,
}: {
  text: TextShape
  entry: Entry
  file: string
  alt: string
  readOnly: boolean
  write: (alt: string) => void
}) {
  const t = useTranslate()
  const library = useLibraryAlts(file, alt === '')
  const said = Object.fromEntries(
    text.languages.flatMap((one) => {
      const now = one.change ? one.change.after : one.value
      return now?.['value'] === file
        ? [[one.language, typeof now['alt'] === 'string' ? now['alt'] : '']]
        : []
    }),
  )
  const order = fallbackOrder(language || undefined, undefined)
  const read = file === '' ? undefined : altRead({ said, library, order })
  return (
    <FormField
      label={t('alternative')}
      data-anchor={alt === '' && file !== '' ? 'unsaid' : undefined}
      hint={alt === '' && read ? sourceOf(t, read) : t('alternativeHelp')}
      placeholder={read?.text ?? ''}
      readOnly={readOnly}
      value={alt}
      onChange={({ target }) => write(target.value)}
    />
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

/** The fallback value of an image, a link or a number, faded, and its source. */
function Instead({ entry, text, label }: { entry: Entry; text: TextShape; label: string }) {
  const t = useTranslate()
  const { reads } = entry
  if (!reads || reads.value === '') return null
  const isPicture = text.field === 'media' && hasPicture(reads.value)
  if (!isPicture) return <Fallback entry={entry} kind="plain" label={label} />
  return (
    <>
      {/\.(mp4|webm)$/.test(reads.value) ? (
        <p className={css.note}>{t('media.kind.film')}</p>
      ) : (
        <img
          className={css.instead}
          src={pictureUrl(reads.value, reads.value.includes('.svg') ? undefined : 320)}
          alt={`${label}: ${t('isRead')}`}
        />
      )}
      <p className={css.note}>{sourceText(t, entry)}</p>
    </>
  )
}

function Fallback({ entry, kind, label }: { entry: Entry; kind: 'plain' | 'rich'; label: string }) {
  const t = useTranslate()
  const { reads } = entry
  if (!reads) return <p className={css.note}>{t('readsNothing')}</p>
  return (
    <>
      <Still
        faded
        kind={kind}
        lang={reads.language}
        value={reads.value}
        label={`${label}: ${t('isRead')}`}
      />
      <p className={css.note}>{sourceText(t, entry)}</p>
    </>
  )
}
