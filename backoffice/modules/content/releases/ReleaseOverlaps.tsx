import { Suspense } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { momentIn } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Overlap } from '#contract/content/releases.staff.ts'

import css from './ReleasePage.module.css'

/** Overlapping releases, shown before publishing. Their names load on demand. */
export function Planned({ overlaps, zone }: { overlaps: readonly Overlap[]; zone: string }) {
  const t = useTranslate()
  const count = overlaps.length
  return (
    <Suspense>
      <ReleaseOverlaps
        title={t('release.planned', { count })}
        help={t('release.plannedHelp', { count })}
        overlaps={overlaps}
        zone={zone}
      />
    </Suspense>
  )
}

/** Other releases that change the same content at that time. */
export function ReleaseOverlaps({
  title,
  help,
  overlaps,
  zone,
}: {
  title: string
  help?: string
  overlaps: readonly Overlap[]
  zone: string
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { fullName } = useNodeNames()
  if (overlaps.length === 0) return null
  const timeOf = ({ from, until }: Overlap) => {
    const [start, end] = [from, until].map((at) =>
      at === null ? '' : momentIn(new Date(at), zone, language),
    )
    if (from === null) return t('release.overlapUntil', { until: end ?? '' })
    return until === null
      ? t('release.overlapFrom', { from: start ?? '' })
      : t('release.overlapBoth', { from: start ?? '', until: end ?? '' })
  }
  return (
    <Notice kind="warn">
      <h3>{title}</h3>
      {help === undefined ? null : <p>{help}</p>}
      <ul className={css.left}>
        {overlaps.map((overlap, index) => (
          <li key={overlap.release?.id ?? index}>
            {overlap.release ? (
              <>
                <BackofficeLink to={`/backoffice/releases/${overlap.release.id}`}>
                  {overlap.release.name}
                </BackofficeLink>
                , {timeOf(overlap)}
              </>
            ) : (
              t('release.overlapElsewhere', { time: timeOf(overlap) })
            )}
            <ul>
              {overlap.things.map((node) => (
                <li key={`${node.kind} ${node.subject}`}>{fullName(node)}</li>
              ))}
              {overlap.release && overlap.count > overlap.things.length ? (
                <li>{t('moreItems', { count: overlap.count - overlap.things.length })}</li>
              ) : null}
            </ul>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
