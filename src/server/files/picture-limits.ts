/**
 * Limits checked before decoding: libjpeg walks over all blocks for each scan, and libwebp over all earlier frames
 * for each frame. A file of 5 MB can have enough of either to take minutes.
 */

/** A progressive photo has about ten scans. */
const MAX_SCANS = 100
const MAX_FRAMES = 1_000

/** Whether a JPEG has too many scans, or a WebP too many frames. */
export function hasTooManyParts(bytes: Buffer): boolean {
  return bytes[0] === 0xff ? countScans(bytes) > MAX_SCANS : countFrames(bytes) > MAX_FRAMES
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Reads markers as libjpeg does, which skips whatever stands between them: https://www.w3.org/Graphics/JPEG/itu-t81.pdf B.1 */
function countScans(bytes: Buffer): number {
  let scans = 0
  let at = bytes.indexOf(0xff)
  while (at >= 0 && at + 3 < bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === END_OF_IMAGE) break
    if (marker === START_OF_SCAN) scans += 1
    // A fill byte may be the first one of a marker.
    at = bytes.indexOf(
      0xff,
      marker === 0xff ? at + 1 : at + 2 + (hasLength(marker) ? bytes.readUInt16BE(at + 2) : 0),
    )
  }
  return scans
}

/** Excludes stuffed zeros and markers without a length: TEM, RST0 to RST7, SOI. */
function hasLength(marker: number): boolean {
  return marker > 0x01 && !(marker >= 0xd0 && marker <= 0xd8)
}

const ANMF = 0x41_4e_4d_46

/** https://developers.google.com/speed/webp/docs/riff_container */
function countFrames(bytes: Buffer): number {
  let frames = 0
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (bytes.readUInt32BE(at) === ANMF) frames += 1
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return frames
}
