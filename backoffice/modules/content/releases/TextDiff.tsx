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
  const hasNames = fields.length > 1 || fields[0]?.field !== 'value'
  return (
    <dl className={css.fields}>
      {fields.map(({ field, parts }) => {
        const file = completeParts(parts).every(({ text }) => FILE.test(text))
        const renderText = (text: string) =>
          file ? <Picture file={text} /> : isText(kind) ? text : flagText(t, text)
        return (
          <div key={field}>
            <dt className={hasNames ? css.name : 'visually-hidden'}>
              {field === 'value' && isText(kind) ? t('part.text') : partText(t, field)}
            </dt>
            <dd lang={lang} className={css.text}>
              {file ? (
                <DiffLine parts={completeParts(parts)} renderText={renderText} />
              ) : isScattered(parts) ? (
                <>
                  <DiffLine
                    parts={parts.filter(({ what }) => what !== 'added')}
                    renderText={renderText}
                  />
                  <DiffLine
                    parts={parts.filter(({ what }) => what !== 'removed')}
                    renderText={renderText}
                  />
                </>
              ) : (
                <DiffLine parts={parts} renderText={renderText} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const MAX_SCATTERED_LENGTH = 400

/** Whether a text changed in several places. Then the old text above the new one is easier to read. */
function isScattered(parts: Parts): boolean {
  const places = parts.filter(
    ({ what }, index) => what !== 'same' && (index === 0 || parts[index - 1]?.what === 'same'),
  )
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  const changes = new Set(parts.map(({ what }) => what))
  return (
    places.length > 1 &&
    length <= MAX_SCATTERED_LENGTH &&
    changes.has('added') &&
    changes.has('removed')
  )
}

function DiffLine({
  parts,
  renderText,
}: {
  parts: Parts
  renderText: (text: string) => ReactNode
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <span className={css.line}>
      {parts.map(({ what, text }, index) =>
        what === 'same' ? (
          <Fragment key={index}>{renderText(text)}</Fragment>
        ) : what === 'added' ? (
          <ins key={index}>
            <span className="visually-hidden" lang={language}>
              {' '}
              {t('release.addedWords')}:{' '}
            </span>
            {renderText(text)}
          </ins>
        ) : (
          <del key={index}>
            <span className="visually-hidden" lang={language}>
              {' '}
              {t('release.removedWords')}:{' '}
            </span>
            {renderText(text)}
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
  // `lang`, because the image is within a text of another language.
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

function flagText(t: Translate, text: string): string {
  if (text === 'true') return t('field.yes')
  return text === 'false' ? t('field.no') : text
}

/** For these kinds a change of position is not shown. */
const isText = (kind: string) => kind === 'content' || kind === 'mail'
