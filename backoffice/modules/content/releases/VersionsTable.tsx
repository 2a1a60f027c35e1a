import { BackofficeLink, navigate, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { versionsAddress } from '#backoffice/modules/content/releases/content-node-texts.ts'
import { momentIn } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './VersionsPage.module.css'

type Version = StaffResponse<'versions'>['items'][number]
/** The two versions that are side by side. */
type Comparison = { from: string; to: string }
type TableProps = {
  versions: readonly Version[]
  /** The versions are of one text and not of a complete page. */
  isSingleText: boolean
  compared: Comparison
  /** The oldest version has been loaded. */
  isComplete: boolean
  mayWrite: boolean
}

export function VersionsTable({
  versions,
  isSingleText,
  compared,
  isComplete,
  mayWrite,
}: TableProps) {
  const oldest = versions.at(-1)
  return (
    <table className={css.table}>
      <TableHead isSingleText={isSingleText} />
      <tbody>
        {versions.map((version, index) => (
          <VersionRow
            key={version.id}
            version={version}
            compared={isSingleText ? compared : null}
            canRestore={isSingleText && index > 0 && mayWrite}
          />
        ))}
        {isSingleText && isComplete && oldest ? (
          <BeforeRow oldest={oldest} compared={compared} canRestore={mayWrite} />
        ) : null}
      </tbody>
    </table>
  )
}

function TableHead({ isSingleText }: { isSingleText: boolean }) {
  const t = useTranslate()
  return (
    <thead>
      <tr>
        {isSingleText ? (
          <>
            <th scope="col">{t('version.from')}</th>
            <th scope="col">{t('version.with')}</th>
          </>
        ) : null}
        <th scope="col">{t('when')}</th>
        <th scope="col">{t('who')}</th>
        <th scope="col">{t('release')}</th>
        <th scope="col">{t('what')}</th>
        <th scope="col">
          <span className="visually-hidden">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

function VersionRow({
  version,
  compared,
  canRestore,
}: {
  version: Version
  compared: Comparison | null
  canRestore: boolean
}) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  return (
    <tr>
      {compared ? (
        <ComparisonChoice name={version.id} when={version.at} compared={compared} />
      ) : null}
      <td>
        <DateTime at={version.at} />
      </td>
      <td>{version.by?.name ?? t('byShop')}</td>
      <td>
        <BackofficeLink to={`/backoffice/releases/${version.release.id}`}>
          {version.release.name}
        </BackofficeLink>
      </td>
      <td className={css.value}>
        {compared ? (
          shortValue(version.after, t('release.nothingThere'))
        ) : (
          <BackofficeLink to={versionsAddress(version)}>{fullName(version)}</BackofficeLink>
        )}
      </td>
      <td>{canRestore ? <RestoreButton id={version.id} at={version.at} /> : null}</td>
    </tr>
  )
}

/** The value before the first version. */
function BeforeRow({
  oldest,
  compared,
  canRestore,
}: {
  oldest: Version
  compared: Comparison
  canRestore: boolean
}) {
  const t = useTranslate()
  return (
    <tr>
      <ComparisonChoice
        name={`before-${oldest.id}`}
        when={t('version.before')}
        compared={compared}
      />
      <td colSpan={3}>{t('version.before')}</td>
      <td className={css.value}>{shortValue(oldest.before, t('release.nothingThere'))}</td>
      <td>{canRestore ? <RestoreButton id={oldest.id} at={null} /> : null}</td>
    </tr>
  )
}

/** Chooses the two versions to compare, as two columns of radio buttons. */
function ComparisonChoice({
  name,
  when,
  compared: { from, to },
}: {
  name: string
  when: string
  compared: Comparison
}) {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const pick = (parts: Comparison) => change(parts, { replace: true })
  const { language } = useBackofficeLanguage()
  const zone = useTimeZone()
  const moment = Number.isNaN(Date.parse(when)) ? when : momentIn(new Date(when), zone, language)
  return (
    <>
      <td>
        <input
          type="radio"
          name="from"
          aria-label={t('version.pickFrom', { when: moment })}
          checked={from === name}
          onChange={() => pick({ from: name, to })}
        />
      </td>
      <td>
        <input
          type="radio"
          name="to"
          aria-label={t('version.pickTo', { when: moment })}
          checked={to === name}
          onChange={() => pick({ from, to: name })}
        />
      </td>
    </>
  )
}

/** Creates a release that restores this version, and shows whose work it reverts. */
function RestoreButton({ id, at }: { id: string; at: string | null }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useTimeZone()
  const action = useAction('restoreVersion', {
    done: ({ undoes }) =>
      undoes?.by
        ? t('version.broughtBack', { who: undoes.by.name })
        : t('version.broughtBackPlain'),
  })
  const when = at === null ? t('version.before') : momentIn(new Date(at), zone, language)
  return (
    <>
      <ActionButton
        small
        busy={action.busy}
        aria-label={`${t('version.bringBack')}: ${when}`}
        onClick={() =>
          void action
            .run({ id, before: at === null })
            .then((done) => done && navigate(`/backoffice/releases/${done.release.id}`))
        }
      >
        {t('version.bringBack')}
      </ActionButton>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
    </>
  )
}

function shortValue(value: Version['after'], none: string): string {
  if (value === null) return none
  const text = value['value']
  return typeof text === 'string' ? text : JSON.stringify(text ?? value)
}
