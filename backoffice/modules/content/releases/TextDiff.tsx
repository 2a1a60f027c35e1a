import { Fragment, type ReactNode } from 'react'

import { partText } from '#backoffice/modules/content/releases/content-node-texts.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { pictureUrl } from '#ui/lib/image-address.ts'

import css from './TextDiff.module.css'

type Fields = StaffResponse<'compareVersions'>['fields']
type Parts = Fields[number]['parts']

/** Removed and added words. A subject with a single field shows no field name. */
export function TextDiff({
  kind,
  fields: all,
  lang,
}: {
  kind: StaffResponse<'compareVersions'>['kind']
  fields: Fields
  lang?: string | undefined
}) {
  const t = useTranslate()
  const fields = all.filter(
    ({ field, parts }) =>
      parts.some(({ text }) => text !== '') && (field !== 'position' || !isText(kind)),
  )
  if (fields.length === 0) return <p className={css.soft}>{t('version.same')}</p>
  const named = fields.length > 1 || fields[0]?.field !== 'value'
  return (
    <dl className={css.fields}>
      {fields.map(({ field, parts }) => {
        const file = completeParts(parts).every(({ text }) => FILE.test(text))
        const show = (text: string) =>
          file ? <Picture file={text} /> : isText(kind) ? text : flagText(t, text)
        return (
          <div key={field}>
            <dt className={named ? css.name : 'visually-hidden'}>
              {field === 'value' && isText(kind) ? t('part.text') : partText(t, field)}
            </dt>
            <dd lang={lang} className={css.text}>
              {file ? (
                <DiffLine parts={completeParts(parts)} show={show} />
              ) : isScattered(parts) ? (
                <>
                  <DiffLine parts={parts.filter(({ what }) => what !== 'added')} show={show} />
                  <DiffLine parts={parts.filter(({ what }) => what !== 'removed')} show={show} />
                </>
              ) : (
                <DiffLine parts={parts} show={show} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Words that changed in several places are read more easily as the old sentence above the new one. */
const MOST_SCATTERED = 400
function isScattered(parts: Parts): boolean {
  const places = parts.filter(
    ({ what }, at) => what !== 'same' && (at === 0 || parts[at - 1]?.what === 'same'),
  )
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  const changes = new Set(parts.map(({ what }) => what))
  return (
    places.length > 1 && length <= MOST_SCATTERED && changes.has('added') && changes.has('removed')
  )
}

function DiffLine({ parts, show }: { parts: Parts; show: (text: string) => ReactNode }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <span className={css.line}>
      {parts.map(({ what, text }, at) =>
        what === 'same' ? (
          <Fragment key={at}>{show(text)}</Fragment>
        ) : what === 'added' ? (
          <ins key={at}>
            <span className="visually-hidden" lang={language}>
              {' '}
              {t('release.addedWords')}:{' '}
            </span>
            {show(text)}
          </ins>
        ) : (
          <del key={at}>
            <span className="visually-hidden" lang={language}>
              {' '}
              {t('release.removedWords')}:{' '}
            </span>
            {show(text)}
          </del>
        ),
      )}
    </span>
  )
}

/** Image file names are hashes, so the image is shown instead. */
const FILE = /^[0-9a-f]{32}(\.f\d+x\d+)?\.[a-z]+$/

/** The old and the new value, each undivided. */
function completeParts(parts: Parts): Parts {
  const without = (other: 'added' | 'removed') =>
    parts.flatMap(({ what, text }) => (what === other ? [] : [text])).join('')
  return [
    { what: 'removed' as const, text: without('added') },
    { what: 'added' as const, text: without('removed') },
  ].filter(({ text }) => text !== '')
}

function Picture({ file }: { file: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  // Within a text of another language.
  return (
    <img
      src={pictureUrl(file, 240)}
      alt={t('picture')}
      lang={language}
      width={120}
      loading="lazy"
    />
  )
}

const flagText = (t: Translate, text: string): string =>
  text === 'true' ? t('field.yes') : text === 'false' ? t('field.no') : text

/** For these kinds a change of position is not shown. */
const isText = (kind: string) => kind === 'content' || kind === 'mail'
