import type { Call } from './endpoint.ts'
import type * as activity from './activity.ts'
import type * as banners from './banners.ts'
import type * as uploads from './uploads.ts'

export const listActivity: Call<typeof activity, 'listActivity'> = 'GET /activity-logs/'
export const getActivityStats: Call<typeof activity, 'getActivityStats'> = 'GET /activity-logs/stats/'

export const listBanners: Call<typeof banners, 'listBanners'> = 'GET /banners/'
export const createBanner: Call<typeof banners, 'createBanner'> = 'POST /banners/'
export const updateBanner: Call<typeof banners, 'updateBanner'> = 'PUT /banners/:id/'
export const patchBanner: Call<typeof banners, 'patchBanner'> = 'PATCH /banners/:id/'
export const deleteBanner: Call<typeof banners, 'deleteBanner'> = 'DELETE /banners/:id/'
export const swapBanners: Call<typeof banners, 'swapBanners'> = 'POST /banners/swap/'
export const uploadBannerImage: Call<typeof banners, 'uploadBannerImage'> = 'POST /banners/upload_image/'

export const uploadPicture: Call<typeof uploads, 'uploadPicture'> = 'POST /uploads/'
