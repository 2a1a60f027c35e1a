import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type MapPoint, pointMap } from './pickup-map.ts'

const METERS_PER_DEGREE = (Math.PI / 180) * 6_371_000

/** A point this many metres north and east of an address in the Netherlands. */
function point(north: number, east: number, detour = 1): MapPoint {
  const latitude = 52.37
  return {
    latitude: latitude + north / METERS_PER_DEGREE,
    longitude: 4.9 + east / (METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
    distanceMeters: Math.round(Math.hypot(north, east) * detour),
  }
}

const meters = fc.integer({ min: -4000, max: 4000 })

describe('a map of pickup points', () => {
  it('calculates the address from the distances, and puts it in the centre', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(meters, meters), { minLength: 3, maxLength: 5 }), (places) => {
        const map = pointMap(places.map(([north, east]) => point(north, east)))
        // If the points are nearly on one line, the side of the address is ambiguous.
        fc.pre(map?.home !== null)
        places.forEach(([north, east], index) => {
          const drawn = map?.points[index]
          expect(Math.abs((drawn?.x ?? Infinity) - east)).toBeLessThan(150)
          expect(Math.abs((drawn?.y ?? Infinity) + north)).toBeLessThan(150)
        })
        return true
      }),
    )
  })

  it('calculates the address for points around it', () => {
    const map = pointMap([point(150, -220), point(-640, 410), point(900, 780), point(-1250, -380)])
    expect(map?.home).toEqual({ x: 0, y: 0 })
    expect(map?.points[0]?.x).toBeCloseTo(-220, -1)
    expect(map?.points[0]?.y).toBeCloseTo(-150, -1)
    expect(map?.ringMeters).toBe(500)
  })

  it('contains every point within its reach', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(meters, meters), { minLength: 2, maxLength: 5 }), (places) => {
        const map = pointMap(places.map(([north, east]) => point(north, east)))
        for (const { x, y } of map?.points ?? []) {
          expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(map?.reach ?? 0)
        }
        expect(map?.ringMeters).toBeLessThanOrEqual(Math.max(50, (map?.reach ?? 0) / 2))
      }),
    )
  })

  it('shows no address for points on one line or for road distances', () => {
    expect(pointMap([point(0, 500), point(0, 900), point(0, 1400)])?.home).toBeNull()
    const byRoad = [point(900, 100, 1.8), point(-700, 300, 1.1), point(100, -1200, 2.4)]
    expect(pointMap(byRoad)?.home).toBeNull()
    expect(pointMap(byRoad)?.points).toHaveLength(3)
  })

  it('needs at least two points', () => {
    expect(pointMap([point(1, 1)])).toBeNull()
    expect(pointMap([])).toBeNull()
  })

  it('calculates the address from three points that are forty metres off a line, but not thirty', () => {
    // If the points are nearly on one line, rounding to metres moves the computed address much further.
    const inRow = (meters: number) => [point(0, -1000), point(0, 1000), point(meters, -1000)]
    expect(pointMap(inRow(40))?.home).toEqual({ x: 0, y: 0 })
    expect(pointMap(inRow(30))?.home).toBeNull()
  })

  it('tolerates an error of ten percent of a long distance, or sixty metres of a short one', () => {
    const around = (near: number, far: number) => [
      { ...point(0, 100), distanceMeters: near },
      { ...point(2000, 0), distanceMeters: far },
      point(-2000, 0),
      point(0, -2000),
      point(0, 2000),
    ]
    expect(pointMap(around(100, 2000))?.home).toEqual({ x: 0, y: 0 })
    expect(pointMap(around(140, 2000))?.home).toEqual({ x: 0, y: 0 })
    expect(pointMap(around(200, 2000))?.home).toBeNull()
    expect(pointMap(around(100, 2150))?.home).toEqual({ x: 0, y: 0 })
    expect(pointMap(around(100, 2600))?.home).toBeNull()
  })

  it('is centred on its points if the address is unknown, to scale and with north up', () => {
    const map = pointMap([point(300, -100), point(-100, 500)])
    expect(map?.home).toBeNull()
    expect(map?.points.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
      [-300, -200],
      [300, 200],
    ])
    expect(map?.reach).toBeCloseTo(315, 0)
    expect(map?.ringMeters).toBe(100)
  })

  it('shows at least fifty metres', () => {
    const map = pointMap([point(0, 0), point(0, 2)])
    expect(map?.reach).toBeCloseTo(52.5)
    expect(map?.ringMeters).toBe(50)
  })
})
