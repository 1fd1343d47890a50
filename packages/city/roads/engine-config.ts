/** Maximum length of a route or table entry, for every vehicle. */
const MAX_METERS = 1_000_000;
const LIMITS = {
  max_distance: MAX_METERS,
  max_locations: 25,
  max_matrix_distance: MAX_METERS,
  max_matrix_location_pairs: 2_500,
};
const VEHICLES = ["auto", "bicycle", "pedestrian"];
/** A place further from any road than this has no route. */
const SEARCH_METERS = 5_000;
const CACHE_BYTES = 128 * 1024 * 1024;
/** Cost for which a search goes on once both of its directions meet. At Valhalla's default of 420 it sees a whole town. */
const SEARCH_ON_SECONDS = 60;

/** Valhalla's own generator needs Python. `admin`, the database of countries, is only for building. */
export function engineConfig({ folder, admin }: { folder: string; admin?: string }): string {
  const logging = { type: admin === undefined ? "" : "std_err", color: false };
  const hierarchyLimits = {
    max_up_transitions: { 1: 400, 2: 100 },
    expand_within_distance: { 0: 1e8, 1: 20_000, 2: 5_000 },
  };
  return JSON.stringify({
    mjolnir: {
      tile_dir: folder,
      ...(admin === undefined ? {} : { admin }),
      logging,
      max_cache_size: CACHE_BYTES,
      id_table_size: 1_000_000,
      hierarchy: true,
      shortcuts: true,
      include_bicycle: true,
      include_driving: true,
      include_pedestrian: true,
      include_driveways: true,
      reclassify_links: true,
      data_processing: {
        apply_country_overrides: true,
        grid_divisions_within_tile: 32,
        infer_internal_intersections: true,
        infer_turn_channels: true,
        use_admin_db: true,
      },
    },
    loki: {
      actions: ["route", "sources_to_targets", "locate", "status"],
      logging,
      service_defaults: {
        heading_tolerance: 60,
        minimum_reachability: 50,
        node_snap_tolerance: 5,
        radius: 0,
        search_cutoff: SEARCH_METERS,
        street_side_max_distance: 1_000,
        street_side_tolerance: 5,
      },
      use_connectivity: true,
    },
    thor: {
      logging,
      source_to_target_algorithm: "select_optimal",
      bidirectional_astar: { hierarchy_limits: hierarchyLimits, threshold_delta: SEARCH_ON_SECONDS },
      unidirectional_astar: { hierarchy_limits: hierarchyLimits },
      costmatrix: { hierarchy_limits: { max_up_transitions: { 1: 400, 2: 100 } } },
    },
    odin: { logging, markup_formatter: { markup_enabled: false } },
    // Map matching is unused, but the engine does not start without its settings.
    meili: {
      mode: "auto",
      verbose: false,
      customizable: [],
      default: {
        beta: 3,
        breakage_distance: 2_000,
        geometry: false,
        gps_accuracy: 5,
        interpolation_distance: 10,
        max_route_distance_factor: 5,
        max_route_time_factor: 5,
        max_search_radius: 100,
        route: true,
        search_radius: 50,
        sigma_z: 4.07,
        turn_penalty_factor: 0,
      },
      auto: { search_radius: 50, turn_penalty_factor: 200 },
      bicycle: { turn_penalty_factor: 140 },
      pedestrian: { search_radius: 50, turn_penalty_factor: 100 },
      multimodal: { turn_penalty_factor: 70 },
      grid: { cache_size: 100, size: 500 },
      logging,
    },
    additional_data: {},
    service_limits: {
      ...Object.fromEntries(VEHICLES.map((vehicle) => [vehicle, LIMITS])),
      pedestrian: { ...LIMITS, min_transit_walking_distance: 1, max_transit_walking_distance: 10_000 },
      // The engine does not start unless unused services have limits as well.
      isochrone: {
        max_contours: 1,
        max_distance: 1,
        max_distance_contour: 1,
        max_locations: 1,
        max_time_contour: 1,
      },
      centroid: { max_distance: 1, max_locations: 2 },
      skadi: { max_shape: 1, min_resample: 10 },
      status: { allow_verbose: false },
      trace: {
        max_alternates: 0,
        max_alternates_shape: 1,
        max_distance: 1,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_shape: 2,
      },
      allow_hard_exclusions: false,
      max_alternates: 0,
      max_distance_disable_hierarchy_culling: 0,
      max_exclude_locations: 0,
      max_exclude_polygons_length: 0,
      max_radius: 200,
      max_reachability: 100,
      max_timedep_distance: 0,
      max_timedep_distance_matrix: 0,
      hierarchy_limits: {
        allow_modification: false,
        bidirectional_astar: {
          max_allowed_up_transitions: hierarchyLimits.max_up_transitions,
          max_expand_within_distance: hierarchyLimits.expand_within_distance,
        },
        unidirectional_astar: {
          max_allowed_up_transitions: hierarchyLimits.max_up_transitions,
          max_expand_within_distance: hierarchyLimits.expand_within_distance,
        },
        costmatrix: { max_allowed_up_transitions: hierarchyLimits.max_up_transitions },
      },
    },
  });
}
