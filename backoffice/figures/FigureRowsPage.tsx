import { useMemo, useState } from 'react'

import { useAsked } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { periodIn } from '#backoffice/figures/figure-period.ts'
import { figureRowList } from '#backoffice/figures/figure-row-list.tsx'
import { isFigure } from '#backoffice/figures/figure-words.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useZone } from '#backoffice/parts/use-zone.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import { dayAt } from '#domain/zone-days.ts'

/** The rows that one figure was summed from. */
export function FigureRowsPage({ params }: DeskPageProps) {
  const say = useSay()
  const euros = useEuros()
  const { language } = useDeskLanguage()
  const [address] = useAsked()
  const zone = useZone(address.get('channel'))
  const [now] = useState(() => Date.now())
  const { from, to } = periodIn(address, dayAt(now, zone))
  const figure = params['figure'] ?? ''
  const list = useMemo(
    () =>
      isFigure(figure)
        ? figureRowList(figure, { say, language, euros, period: { from, to } })
        : null,
    [figure, say, language, euros, from, to],
  )
  if (!list || !isFigure(figure)) return <PageHead title={say('noSuchPage')} />
  const up = {
    to: `/desk/figures?${new URLSearchParams({ from, to })}`,
    word: say('figures.title'),
  }
  return <DeskList list={list} title={`figures.of.${figure}`} up={up} />
}
