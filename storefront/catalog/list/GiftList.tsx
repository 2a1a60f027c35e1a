import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'

import { GiftGrid, GridLoading } from '#storefront/catalog/list/GiftGrid.tsx'
import { ListEnd } from '#storefront/catalog/list/ListEnd.tsx'
import { hasFilters, type ListFilters, scopeOf } from '#storefront/catalog/filters/list-filters.ts'
import {
  aboveText,
  NearestWords,
  resultText,
  DidYouMean,
} from '#storefront/catalog/list/DidYouMean.tsx'
import { storiesFor } from '#storefront/catalog/list/StoryTile.tsx'
import { useFirstScreen } from '#storefront/catalog/list/use-first-screen.ts'
import type { GiftListState } from '#storefront/catalog/list/use-gift-list.ts'
import {
  usePauseLoading,
  useLoadMore,
  useKeepContentBelow,
} from '#storefront/catalog/list/use-load-more.ts'
import { isConnectionError, failureTextOf } from '#storefront/i18n/error-texts.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useOnceOnline } from '#storefront/hooks/use-once-online.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import css from './GiftList.module.css'

/** Imported on demand. */
const ExactFitGrid = lazy(async () => ({
  default: (await import('#storefront/catalog/exact-fit/ExactFitGrid.tsx')).ExactFitGrid,
}))

type GiftListProps = {
  words: PageTexts
  list: GiftListState
  search: string
  filters: ListFilters
  reset: () => void
  /** Leaves exact fits and shows all gifts. */
  leaveFit: () => void
}

export function GiftList({ words, list, search, filters, reset, leaveFit }: GiftListProps) {
  const { gifts, total, first, stale, error, hasMore, loadingMore } = list
  const top = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [held, hold] = usePauseLoading(end)
  const focusFrom = useFocusOnNew(top, gifts.length)
  const { most, isComplete } = useFirstScreen(list.returns)
  const stories = useMemo(() => storiesFor(words, search), [words, search])
  useLoadMore(end, isComplete && hasMore && !held && !error && !loadingMore, list.more)
  useKeepContentBelow(end, gifts.length)
  useResultAnnounced(
    search,
    // The list of exact fits announces its own results.
    filters.exactFit ? '' : first || stale || error ? null : resultText(words, search, list),
  )
  useScrollToResults(top, search, stale)

  if (filters.exactFit) {
    return (
      <Suspense fallback={<GridLoading />}>
        <ExactFitGrid list={words} onLeave={leaveFit} />
      </Suspense>
    )
  }
  if (error && gifts.length === 0)
    return <ListFailed words={words} error={error} retry={list.retry} />
  if (first) return <GridLoading />
  return (
    <div ref={top} className={css.list}>
      {stale ? null : <DidYouMean words={words} search={search} used={list.didYouMean?.used} />}
      {error && stale ? (
        <ListFailed words={words} error={error} retry={list.retry} />
      ) : gifts.length === 0 ? (
        <NoGifts words={words} search={search} list={list} reset={reset} />
      ) : (
        <GiftGrid gifts={gifts} stories={stories} most={most} stale={stale} onOpen={list.opened} />
      )}
      {isComplete && (hasMore || loadingMore || (error && !stale)) ? (
        <ListEnd
          ref={end}
          words={words}
          shown={gifts.length}
          total={total}
          loading={loadingMore}
          failed={error}
          onMore={() => {
            focusFrom(gifts.length)
            list.more()
          }}
          onToEnd={() => {
            hold(true)
            goToFooter()
          }}
        />
      ) : null}
    </div>
  )
}

/** Explains that nothing was found, and offers other gifts. */
function NoGifts({ words, search, list, reset }: Omit<GiftListProps, 'filters' | 'leaveFit'>) {
  return (
    <>
      <div className={css.nothing}>
        <p>{words.say('no_products')}</p>
        {list.above > 0 ? <p>{aboveText(words, list.above)}</p> : null}
        <NearestWords words={words} nearest={list.didYouMean?.nearest ?? []} />
        <p className={css.ways}>
          {hasFilters(search) ? (
            <Button look="quiet" onClick={reset}>
              {words.say('reset')}
            </Button>
          ) : null}
          {scopeOf(search) === '' ? null : (
            <ShopLink to="/products" className={buttonClass('quiet')}>
              {words.say('allGifts')}
            </ShopLink>
          )}
        </p>
      </div>
      <SuggestedGifts />
    </>
  )
}

function ListFailed({
  words,
  error,
  retry,
}: {
  words: PageTexts
  error: Error
  retry: () => void
}) {
  const common = useTexts('websitetranslationcomponents')
  useOnceOnline(isConnectionError(error), retry)
  return (
    <div className={css.nothing} role="alert">
      <p>
        <strong lang="en">An error has occurred general</strong>
        <br />
        {failureTextOf(error, common)}
      </p>
      <Button look="quiet" onClick={retry}>
        {words.say('retry')}
      </Button>
    </div>
  )
}

/** Once per new query, not when more pages load or the language changes. */
function useResultAnnounced(search: string, result: string | null) {
  const announce = useAnnounce()
  const announced = useRef<string | null>(null)
  useEffect(() => {
    if (result === null || announced.current === search) return
    announced.current = search
    announce(result)
  }, [announce, search, result])
}

/** A new result starts at its top, also after scrolling far into the last one. */
function useScrollToResults(top: RefObject<HTMLElement | null>, search: string, stale: boolean) {
  const shown = useRef(search)
  useEffect(() => {
    if (stale || shown.current === search) return
    shown.current = search
    const box = top.current?.parentElement
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView()
  }, [top, search, stale])
}

/** After a press on the button for more gifts, the focus moves to the first new one. */
function useFocusOnNew(top: RefObject<HTMLElement | null>, count: number) {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const card = top.current?.querySelectorAll<HTMLElement>('[data-scp] a')[from.current]
    from.current = null
    card?.focus()
  }, [top, count])
  return (count: number) => {
    from.current = count
  }
}

function goToFooter() {
  const footer = document.querySelector('footer')
  footer?.scrollIntoView({ block: 'end' })
  footer?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
}
