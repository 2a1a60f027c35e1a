import { useSuspenseQuery } from '@tanstack/react-query'

import { BrandTiles } from '#storefront/home/BrandTiles.tsx'
import { BudgetRow } from '#storefront/home/BudgetRow.tsx'
import { CategoryTiles } from '#storefront/home/CategoryTiles.tsx'
import { Hero, SpentHero } from '#storefront/home/Hero.tsx'
import { HomeGifts } from '#storefront/home/HomeGifts.tsx'
import { ProcessStrip } from '#storefront/home/ProcessStrip.tsx'
import { useSpentPoints } from '#storefront/home/use-spent-points.ts'
import { WelcomeOverlay } from '#storefront/home/WelcomeOverlay.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import { PageLoading } from '#storefront/page/PageLoading.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { navigationQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'

export default function HomePage() {
  const words = useTexts('homepagecomponents')
  const { data: navigation } = useSuspenseQuery(navigationQuery(useLanguage()))
  const spent = useSpentPoints()
  usePageTitle(words.text('title'))

  // A greeting that changes when the orders arrive would have been read already.
  if (spent === undefined) return <PageLoading />

  return (
    <>
      {spent ? <SpentHero words={words} byCard={spent.byCard} /> : <Hero words={words} />}
      <QuietBoundary>
        <HomeGifts words={words} />
      </QuietBoundary>
      <BudgetRow words={words.block('budgetSection')} />
      {/* With points spent, most of the tiles would lead to a list without gifts. */}
      {spent ? null : (
        <>
          <ProcessStrip words={words.block('processSection')} />
          <CategoryTiles words={words} categories={navigation.homeCategories} />
          <BrandTiles words={words} brands={navigation.homeBrands} />
        </>
      )}
      <WelcomeOverlay />
    </>
  )
}
