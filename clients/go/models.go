package dropline

import "time"

// Responses may have further fields and further values of the types of strings, since the API adds them within a
// version. Amounts are RUB, distances meters, durations seconds.

type Pickup struct {
	Address Address       `json:"address"`
	Contact Contact       `json:"contact"`
	Proof   *ProofRequest `json:"proof,omitempty"`
}

type OrderRequest struct {
	ExternalOrderID string                   `json:"external_order_id"`
	QuoteID         string                   `json:"quote_id,omitempty"`
	Pickup          Pickup                   `json:"pickup"`
	Dropoffs        []Dropoff                `json:"dropoffs"`
	CargoSize       CargoSize                `json:"cargo_size,omitempty"`
	RoutingMode     RoutingMode              `json:"routing_mode,omitempty"`
	PaymentType     PaymentType              `json:"payment_type,omitempty"`
	PaymentAmount   Nullable[float64]        `json:"payment_amount,omitempty"`
	DeliveryTime    Nullable[time.Time]      `json:"delivery_time,omitempty"`
	DeliveryWindow  Nullable[DeliveryWindow] `json:"delivery_window,omitempty"`
	ReadyAt         Nullable[time.Time]      `json:"ready_at,omitempty"`
	DeliveryMode    DeliveryMode             `json:"delivery_mode,omitempty"`
	Comment         Nullable[string]         `json:"comment,omitempty"`
	IfUndeliverable IfUndeliverable          `json:"if_undeliverable,omitempty"`
	Notify          *bool                    `json:"notify,omitempty"`
	Locale          Locale                   `json:"locale,omitempty"`
	Metadata        map[string]string        `json:"metadata,omitempty"`
}

type Address struct {
	Latitude     float64          `json:"latitude"`
	Longitude    float64          `json:"longitude"`
	Area         string           `json:"area"`
	Street       string           `json:"street"`
	Building     string           `json:"building"`
	Apartment    Nullable[int]    `json:"apartment,omitempty"`
	Entrance     Nullable[int]    `json:"entrance,omitempty"`
	Floor        Nullable[int]    `json:"floor,omitempty"`
	Intercom     Nullable[string] `json:"intercom,omitempty"`
	Instructions Nullable[string] `json:"instructions,omitempty"`
}

type Contact struct {
	Value string           `json:"value"`
	Name  Nullable[string] `json:"name,omitempty"`
	Type  ContactType      `json:"type,omitempty"`
}

type ProofRequest struct {
	Photo     *bool `json:"photo,omitempty"`
	Code      *bool `json:"code,omitempty"`
	Signature *bool `json:"signature,omitempty"`
}

type Dropoff struct {
	Address        Address                  `json:"address"`
	Contact        Contact                  `json:"contact"`
	Proof          *ProofRequest            `json:"proof,omitempty"`
	CargoSize      CargoSize                `json:"cargo_size,omitempty"`
	PaymentType    PaymentType              `json:"payment_type,omitempty"`
	PaymentAmount  Nullable[float64]        `json:"payment_amount,omitempty"`
	Doorstep       *bool                    `json:"doorstep,omitempty"`
	Notify         *bool                    `json:"notify,omitempty"`
	Locale         Locale                   `json:"locale,omitempty"`
	DeliveryWindow Nullable[DeliveryWindow] `json:"delivery_window,omitempty"`
	Metadata       map[string]string        `json:"metadata,omitempty"`
}

type PickupPatch struct {
	Address *AddressPatch `json:"address,omitempty"`
	Contact *ContactPatch `json:"contact,omitempty"`
	Proof   *ProofPatch   `json:"proof,omitempty"`
}

type OrderPatch struct {
	Pickup          *PickupPatch             `json:"pickup,omitempty"`
	Dropoffs        []DropoffPatch           `json:"dropoffs,omitempty"`
	QuoteID         string                   `json:"quote_id,omitempty"`
	CargoSize       CargoSize                `json:"cargo_size,omitempty"`
	RoutingMode     RoutingMode              `json:"routing_mode,omitempty"`
	PaymentType     PaymentType              `json:"payment_type,omitempty"`
	PaymentAmount   Nullable[float64]        `json:"payment_amount,omitempty"`
	DeliveryTime    Nullable[time.Time]      `json:"delivery_time,omitempty"`
	DeliveryWindow  Nullable[DeliveryWindow] `json:"delivery_window,omitempty"`
	ReadyAt         Nullable[time.Time]      `json:"ready_at,omitempty"`
	DeliveryMode    DeliveryMode             `json:"delivery_mode,omitempty"`
	Comment         Nullable[string]         `json:"comment,omitempty"`
	IfUndeliverable IfUndeliverable          `json:"if_undeliverable,omitempty"`
	Notify          *bool                    `json:"notify,omitempty"`
	Locale          Locale                   `json:"locale,omitempty"`
	Metadata        map[string]*string       `json:"metadata,omitempty"`
}

type AddressPatch struct {
	Latitude     *float64         `json:"latitude,omitempty"`
	Longitude    *float64         `json:"longitude,omitempty"`
	Area         string           `json:"area,omitempty"`
	Street       string           `json:"street,omitempty"`
	Building     string           `json:"building,omitempty"`
	Apartment    Nullable[int]    `json:"apartment,omitempty"`
	Entrance     Nullable[int]    `json:"entrance,omitempty"`
	Floor        Nullable[int]    `json:"floor,omitempty"`
	Intercom     Nullable[string] `json:"intercom,omitempty"`
	Instructions Nullable[string] `json:"instructions,omitempty"`
}

type ContactPatch struct {
	Value string           `json:"value,omitempty"`
	Name  Nullable[string] `json:"name,omitempty"`
	Type  ContactType      `json:"type,omitempty"`
}

type ProofPatch struct {
	Photo     *bool `json:"photo,omitempty"`
	Code      *bool `json:"code,omitempty"`
	Signature *bool `json:"signature,omitempty"`
}

type DropoffPatch struct {
	Index          *int                     `json:"index,omitempty"`
	Address        *AddressPatch            `json:"address,omitempty"`
	Contact        *ContactPatch            `json:"contact,omitempty"`
	Proof          *ProofPatch              `json:"proof,omitempty"`
	CargoSize      CargoSize                `json:"cargo_size,omitempty"`
	PaymentType    PaymentType              `json:"payment_type,omitempty"`
	PaymentAmount  Nullable[float64]        `json:"payment_amount,omitempty"`
	Doorstep       *bool                    `json:"doorstep,omitempty"`
	Notify         *bool                    `json:"notify,omitempty"`
	Locale         Locale                   `json:"locale,omitempty"`
	DeliveryWindow Nullable[DeliveryWindow] `json:"delivery_window,omitempty"`
	Metadata       map[string]*string       `json:"metadata,omitempty"`
}

type CancelRequest struct {
	Reason  string           `json:"reason,omitempty"`
	Comment Nullable[string] `json:"comment,omitempty"`
	MaxFee  *float64         `json:"max_fee,omitempty"`
}

type UndeliverableRequest struct {
	Action UndeliverableAction `json:"action"`
	Index  *int                `json:"index,omitempty"`
}

type Point struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type BatchRequest struct {
	ExternalBatchID string         `json:"external_batch_id,omitempty"`
	Orders          []OrderRequest `json:"orders"`
}

type QuoteRequestDropoff struct {
	Latitude       float64                  `json:"latitude"`
	Longitude      float64                  `json:"longitude"`
	CargoSize      CargoSize                `json:"cargo_size,omitempty"`
	DeliveryWindow Nullable[DeliveryWindow] `json:"delivery_window,omitempty"`
}

type QuoteRequest struct {
	Pickup         Point                    `json:"pickup"`
	Dropoffs       []QuoteRequestDropoff    `json:"dropoffs"`
	CargoSize      CargoSize                `json:"cargo_size,omitempty"`
	RoutingMode    RoutingMode              `json:"routing_mode,omitempty"`
	DeliveryTime   Nullable[time.Time]      `json:"delivery_time,omitempty"`
	DeliveryWindow Nullable[DeliveryWindow] `json:"delivery_window,omitempty"`
}

type WebhookEndpointBody struct {
	URL         string             `json:"url"`
	Events      []WebhookEventType `json:"events,omitempty"`
	Description string             `json:"description,omitempty"`
}

type WebhookEndpointPatch struct {
	URL         string             `json:"url,omitempty"`
	Events      []WebhookEventType `json:"events,omitempty"`
	Description *string            `json:"description,omitempty"`
	Status      EndpointStatus     `json:"status,omitempty"`
}

type StepFailure struct {
	Code    FailureCode      `json:"code"`
	Comment Nullable[string] `json:"comment,omitempty"`
}

type StepReport struct {
	Code       string       `json:"code,omitempty"`
	SignerName string       `json:"signer_name,omitempty"`
	Failure    *StepFailure `json:"failure,omitempty"`
	Calls      *int         `json:"calls,omitempty"`
}

type SandboxStep struct {
	Control SandboxControl `json:"control,omitempty"`
	Speed   *float64       `json:"speed,omitempty"`
	Until   SandboxGoal    `json:"until,omitempty"`
	Step    CourierStep    `json:"step,omitempty"`
	Report  *StepReport    `json:"report,omitempty"`
}

type Order struct {
	ExternalOrderID string            `json:"external_order_id"`
	OrderCode       string            `json:"order_code"`
	Status          OrderStatus       `json:"status"`
	Price           *float64          `json:"price"`
	Total           *float64          `json:"total"`
	Routing         *Routing          `json:"routing"`
	TrackingURL     *string           `json:"tracking_url"`
	TrackingURLs    []string          `json:"tracking_urls"`
	DeliveredAt     *time.Time        `json:"delivered_at"`
	Driver          *Driver           `json:"driver"`
	DriverLocation  *DriverLocation   `json:"driver_location"`
	Return          *OrderReturn      `json:"return"`
	Metadata        map[string]string `json:"metadata"`
	HeldReason      *HeldReason       `json:"held_reason"`
	ReadyAt         *time.Time        `json:"ready_at"`
	DeliveryMode    DeliveryMode      `json:"delivery_mode"`
	DeliveryWindow  *ChosenWindow     `json:"delivery_window"`
	StopsBefore     []*int            `json:"stops_before"`
}

type Transport struct {
	Type   string `json:"type,omitempty"`
	Make   string `json:"make,omitempty"`
	Model  string `json:"model,omitempty"`
	Color  string `json:"color,omitempty"`
	Number string `json:"number,omitempty"`
}

type Driver struct {
	Name      string    `json:"name"`
	Phone     string    `json:"phone"`
	Transport Transport `json:"transport"`
}

type DriverLocation struct {
	Latitude  float64   `json:"latitude"`
	Longitude float64   `json:"longitude"`
	Heading   float64   `json:"heading"`
	UpdatedAt time.Time `json:"updated_at"`
}

type OrderReturn struct {
	State          ReturnState     `json:"state"`
	Price          float64         `json:"price"`
	ETA            *time.Time      `json:"eta"`
	DriverLocation *DriverLocation `json:"driver_location"`
}

type Stop struct {
	Index             int                `json:"index"`
	Kind              StopKind           `json:"kind"`
	Outcome           StopOutcome        `json:"outcome"`
	ArrivedAt         *time.Time         `json:"arrived_at"`
	CompletedAt       *time.Time         `json:"completed_at"`
	Failure           *StopFailure       `json:"failure"`
	RecipientDecision *RecipientDecision `json:"recipient_decision"`
	Proof             *StopProof         `json:"proof"`
	Metadata          map[string]string  `json:"metadata"`
	DeliveryWindow    *ChosenWindow      `json:"delivery_window"`
}

type StopFailure struct {
	Code        FailureCode `json:"code"`
	Comment     *string     `json:"comment"`
	At          time.Time   `json:"at"`
	Attempts    int         `json:"attempts"`
	Calls       int         `json:"calls"`
	Resolution  Resolution  `json:"resolution"`
	AnswerUntil *time.Time  `json:"answer_until"`
}

type StopProof struct {
	PhotoURLs    []string   `json:"photo_urls"`
	SignatureURL *string    `json:"signature_url"`
	Code         *CodeCheck `json:"code"`
	SignerName   *string    `json:"signer_name"`
	Location     *Point     `json:"location"`
	DistanceM    *int       `json:"distance_m"`
}

type OrderList struct {
	Orders     []Order `json:"orders"`
	Limit      int     `json:"limit"`
	Offset     int     `json:"offset"`
	NextCursor *string `json:"next_cursor"`
}

type OrderWithHistory struct {
	Order
	Stops             []Stop           `json:"stops"`
	Charges           []Charge         `json:"charges"`
	StatusChanges     []StatusChange   `json:"status_changes"`
	EstimatedArrivals []*ArrivalWindow `json:"estimated_arrivals"`
	PlannedPickup     *ArrivalWindow   `json:"planned_pickup"`
}

type Charge struct {
	Type   ChargeType `json:"type"`
	Amount float64    `json:"amount"`
	At     time.Time  `json:"at"`
	Why    string     `json:"why"`
}

type StatusChange struct {
	Status    OrderStatus `json:"status"`
	ChangedAt time.Time   `json:"changed_at"`
}

type DeliveryWindow struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

type ChosenWindow struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

type ArrivalWindow struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

type CancellationTerms struct {
	Allowed    bool                    `json:"allowed"`
	Fee        float64                 `json:"fee"`
	Reason     CancellationTermsReason `json:"reason"`
	ValidUntil *time.Time              `json:"valid_until"`
}

type TrackingLink struct {
	ExternalOrderID string   `json:"external_order_id"`
	OrderCode       string   `json:"order_code"`
	TrackingURL     *string  `json:"tracking_url"`
	TrackingURLs    []string `json:"tracking_urls"`
}

type Batch struct {
	BatchID         string      `json:"batch_id"`
	ExternalBatchID *string     `json:"external_batch_id"`
	Status          BatchStatus `json:"status"`
	Total           int         `json:"total"`
	Created         int         `json:"created"`
	Existing        int         `json:"existing"`
	Rejected        int         `json:"rejected"`
	Pending         int         `json:"pending"`
	CreatedAt       time.Time   `json:"created_at"`
	FinishedAt      *time.Time  `json:"finished_at"`
}

type BatchWithResults struct {
	Batch
	Results []BatchResult `json:"results"`
}

type BatchResult struct {
	Index           int          `json:"index"`
	ExternalOrderID *string      `json:"external_order_id"`
	Outcome         BatchOutcome `json:"outcome"`
	OrderCode       *string      `json:"order_code"`
	Error           *BatchError  `json:"error"`
}

type BatchError struct {
	ID      string `json:"id"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Details string `json:"details"`
}

type QuoteDropoff struct {
	RouteID   string    `json:"route_id"`
	Distance  float64   `json:"distance"`
	Duration  float64   `json:"duration"`
	CargoSize CargoSize `json:"cargo_size"`
	Price     float64   `json:"price"`
}

type Quote struct {
	QuoteID     string         `json:"quote_id"`
	Price       float64        `json:"price"`
	ReturnPrice float64        `json:"return_price"`
	Distance    float64        `json:"distance"`
	Duration    float64        `json:"duration"`
	Routing     Routing        `json:"routing"`
	ExpiresAt   time.Time      `json:"expires_at"`
	Dropoffs    []QuoteDropoff `json:"dropoffs"`
}

type AddressList struct {
	Addresses []FoundAddress `json:"addresses"`
}

type FoundAddress struct {
	Latitude    float64 `json:"latitude"`
	Longitude   float64 `json:"longitude"`
	Area        string  `json:"area"`
	Street      string  `json:"street"`
	Building    string  `json:"building"`
	Label       string  `json:"label"`
	Approximate bool    `json:"approximate"`
}

type NearestAddressAnswer struct {
	Address *NearestAddress `json:"address"`
}

type NearestAddress struct {
	FoundAddress
	Distance int `json:"distance"`
}

type AccountOwner struct {
	ID    string  `json:"id"`
	Email *string `json:"email"`
}

type Account struct {
	Ok                 bool         `json:"ok"`
	Account            AccountOwner `json:"account"`
	Scopes             []string     `json:"scopes"`
	RateLimitPerMinute *int         `json:"rate_limit_per_minute"`
	DataEpoch          string       `json:"data_epoch"`
	DataUntil          *time.Time   `json:"data_until"`
}

type EventPage struct {
	Events     []Event `json:"events"`
	NextCursor string  `json:"next_cursor"`
	HasMore    bool    `json:"has_more"`
}

type Cancellation struct {
	Reason  string  `json:"reason"`
	Comment *string `json:"comment"`
}

type Event struct {
	ID              string        `json:"id"`
	Event           EventType     `json:"event"`
	CreatedAt       time.Time     `json:"created_at"`
	Status          OrderStatus   `json:"status"`
	Cancellation    *Cancellation `json:"cancellation"`
	ExternalOrderID string        `json:"external_order_id"`
	OrderCode       string        `json:"order_code"`
	Sequence        int           `json:"sequence"`
	Test            bool          `json:"test"`
	Order           Order         `json:"order"`
	Stop            *Stop         `json:"stop"`
}

type WebhookEndpoint struct {
	EndpointID  string             `json:"endpoint_id"`
	URL         string             `json:"url"`
	Events      []WebhookEventType `json:"events"`
	Description string             `json:"description"`
	Status      EndpointStatus     `json:"status"`
	CreatedAt   time.Time          `json:"created_at"`
}

type CreatedWebhookEndpoint struct {
	WebhookEndpoint
	WebhookSecret
}

type WebhookEndpointId struct {
	EndpointID string `json:"endpoint_id"`
}

type WebhookEndpointList struct {
	Endpoints []WebhookEndpoint `json:"endpoints"`
}

type WebhookSecret struct {
	Secret string `json:"secret"`
}

type WebhookDeliveryId struct {
	DeliveryID string `json:"delivery_id"`
}

type WebhookDeliveryPage struct {
	Deliveries []WebhookDelivery `json:"deliveries"`
	NextCursor *string           `json:"next_cursor"`
}

type WebhookDelivery struct {
	DeliveryID      string           `json:"delivery_id"`
	EventID         string           `json:"event_id"`
	Event           string           `json:"event"`
	ExternalOrderID *string          `json:"external_order_id"`
	Status          DeliveryStatus   `json:"status"`
	CreatedAt       time.Time        `json:"created_at"`
	NextAttemptAt   *time.Time       `json:"next_attempt_at"`
	Attempts        []WebhookAttempt `json:"attempts"`
}

type WebhookAttempt struct {
	AttemptedAt time.Time `json:"attempted_at"`
	StatusCode  *int      `json:"status_code"`
	Failure     *string   `json:"failure"`
	DurationMs  int       `json:"duration_ms"`
}

type Statement struct {
	Month        string     `json:"month"`
	TimeZone     string     `json:"time_zone"`
	StartsAt     time.Time  `json:"starts_at"`
	EndsAt       time.Time  `json:"ends_at"`
	ClosedAt     *time.Time `json:"closed_at"`
	LineCount    int        `json:"line_count"`
	Total        float64    `json:"total"`
	VatPercent   *float64   `json:"vat_percent"`
	Vat          *float64   `json:"vat"`
	LegalName    *string    `json:"legal_name"`
	LegalDetails *string    `json:"legal_details"`
}

type StatementList struct {
	Statements []Statement `json:"statements"`
	Balance    *float64    `json:"balance"`
}

type StatementWithLines struct {
	Statement Statement         `json:"statement"`
	Lines     []StatementLine   `json:"lines"`
	Tariffs   []StatementTariff `json:"tariffs"`
}

type StatementTariff struct {
	Version int    `json:"version"`
	Tariff  Tariff `json:"tariff"`
}

type StatementLine struct {
	Type            StatementLineType   `json:"type"`
	Corrects        *string             `json:"corrects"`
	ExternalOrderID string              `json:"external_order_id"`
	OrderCode       string              `json:"order_code"`
	Status          StatementLineStatus `json:"status"`
	EndedAt         time.Time           `json:"ended_at"`
	Price           float64             `json:"price"`
	Cancellation    float64             `json:"cancellation"`
	Waiting         float64             `json:"waiting"`
	Return          float64             `json:"return"`
	Adjustment      float64             `json:"adjustment"`
	Total           float64             `json:"total"`
	Buyout          float64             `json:"buyout"`
	Tariff          int                 `json:"tariff"`
	ReturnDistance  *int                `json:"return_distance"`
	Legs            []StatementLeg      `json:"legs"`
}

type StatementLeg struct {
	Distance  int           `json:"distance"`
	Band      StatementBand `json:"band"`
	CargoSize CargoSize     `json:"cargo_size"`
	Price     float64       `json:"price"`
}

type StatementBand struct {
	MinKm float64  `json:"min_km"`
	MaxKm *float64 `json:"max_km"`
}

type TariffBand struct {
	MinKm     float64  `json:"min_km"`
	MaxKm     *float64 `json:"max_km"`
	Price     float64  `json:"price"`
	PerKmOver *float64 `json:"per_km_over"`
}

type TariffFees struct {
	CancellationAssigned float64 `json:"cancellation_assigned"`
	CancellationArrived  float64 `json:"cancellation_arrived"`
	WaitingFreeMinutes   float64 `json:"waiting_free_minutes"`
	WaitingPerMinute     float64 `json:"waiting_per_minute"`
	ReturnPercent        float64 `json:"return_percent"`
}

type Tariff struct {
	BasePrice        float64      `json:"base_price"`
	FirstThresholdKm float64      `json:"first_threshold_km"`
	BandWidthKm      float64      `json:"band_width_km"`
	BandStep         float64      `json:"band_step"`
	MaxThresholdKm   float64      `json:"max_threshold_km"`
	PerKmOver        float64      `json:"per_km_over"`
	CargoSizeStepFee float64      `json:"cargo_size_step_fee"`
	Bands            []TariffBand `json:"bands"`
	Fees             TariffFees   `json:"fees"`
}

type CargoSize string

const (
	CargoSizeS  CargoSize = "S"
	CargoSizeM  CargoSize = "M"
	CargoSizeL  CargoSize = "L"
	CargoSizeXL CargoSize = "XL"
)

type RoutingMode string

const (
	RoutingModeSequential RoutingMode = "sequential"
	RoutingModeParallel   RoutingMode = "parallel"
)

type PaymentType string

const (
	PaymentTypeCash PaymentType = "cash"
	PaymentTypeCard PaymentType = "card"
)

type DeliveryMode string

const (
	DeliveryModeShared DeliveryMode = "shared"
	DeliveryModeDirect DeliveryMode = "direct"
)

type IfUndeliverable string

const (
	IfUndeliverableReturn IfUndeliverable = "return"
	IfUndeliverableLeave  IfUndeliverable = "leave"
	IfUndeliverableAsk    IfUndeliverable = "ask"
)

type Locale string

const (
	LocaleRu Locale = "ru"
	LocaleEn Locale = "en"
)

type ContactType string

const (
	ContactTypePhone    ContactType = "phone"
	ContactTypeWhatsapp ContactType = "whatsapp"
	ContactTypeTelegram ContactType = "telegram"
)

type UndeliverableAction string

const (
	UndeliverableActionRetry  UndeliverableAction = "retry"
	UndeliverableActionReturn UndeliverableAction = "return"
	UndeliverableActionLeave  UndeliverableAction = "leave"
)

type SandboxControl string

const (
	SandboxControlPlay    SandboxControl = "play"
	SandboxControlPause   SandboxControl = "pause"
	SandboxControlLoseGps SandboxControl = "lose_gps"
	SandboxControlFindGps SandboxControl = "find_gps"
	SandboxControlDelay   SandboxControl = "delay"
)

type SandboxGoal string

const (
	SandboxGoalAssigned   SandboxGoal = "assigned"
	SandboxGoalInProgress SandboxGoal = "in_progress"
	SandboxGoalDelivered  SandboxGoal = "delivered"
)

type CourierStep string

const (
	CourierStepAssign         CourierStep = "assign"
	CourierStepAccept         CourierStep = "accept"
	CourierStepArriveAtPickup CourierStep = "arrive_at_pickup"
	CourierStepPickUp         CourierStep = "pick_up"
	CourierStepArrive         CourierStep = "arrive"
	CourierStepHandOver       CourierStep = "hand_over"
	CourierStepFail           CourierStep = "fail"
	CourierStepArriveBack     CourierStep = "arrive_back"
	CourierStepGiveBack       CourierStep = "give_back"
)

type FailureCode string

const (
	FailureCodeRecipientAbsent FailureCode = "recipient_absent"
	FailureCodeRefused         FailureCode = "refused"
	FailureCodeWrongAddress    FailureCode = "wrong_address"
	FailureCodeNoAccess        FailureCode = "no_access"
	FailureCodeDamaged         FailureCode = "damaged"
	FailureCodeCodeFailed      FailureCode = "code_failed"
	FailureCodePaymentProblem  FailureCode = "payment_problem"
	FailureCodeOther           FailureCode = "other"
)

type OrderStatus string

const (
	OrderStatusNew        OrderStatus = "new"
	OrderStatusAssigned   OrderStatus = "assigned"
	OrderStatusInProgress OrderStatus = "in_progress"
	OrderStatusDelivered  OrderStatus = "delivered"
	OrderStatusCancelled  OrderStatus = "cancelled"
)

type Routing string

const (
	RoutingRoads    Routing = "roads"
	RoutingEstimate Routing = "estimate"
)

type HeldReason string

const (
	HeldReasonUnusualTrip HeldReason = "unusual_trip"
)

type ReturnState string

const (
	ReturnStatePending  ReturnState = "pending"
	ReturnStateOnTheWay ReturnState = "on_the_way"
	ReturnStateReturned ReturnState = "returned"
)

type BatchStatus string

const (
	BatchStatusQueued   BatchStatus = "queued"
	BatchStatusRunning  BatchStatus = "running"
	BatchStatusFinished BatchStatus = "finished"
	BatchStatusStopped  BatchStatus = "stopped"
)

type BatchOutcome string

const (
	BatchOutcomePending  BatchOutcome = "pending"
	BatchOutcomeCreated  BatchOutcome = "created"
	BatchOutcomeExisting BatchOutcome = "existing"
	BatchOutcomeRejected BatchOutcome = "rejected"
	BatchOutcomeSkipped  BatchOutcome = "skipped"
)

type EndpointStatus string

const (
	EndpointStatusEnabled  EndpointStatus = "enabled"
	EndpointStatusDisabled EndpointStatus = "disabled"
)

type DeliveryStatus string

const (
	DeliveryStatusPending   DeliveryStatus = "pending"
	DeliveryStatusSucceeded DeliveryStatus = "succeeded"
	DeliveryStatusFailed    DeliveryStatus = "failed"
)

type StatementLineType string

const (
	StatementLineTypeOrder      StatementLineType = "order"
	StatementLineTypeCorrection StatementLineType = "correction"
)

type StatementLineStatus string

const (
	StatementLineStatusDelivered StatementLineStatus = "delivered"
	StatementLineStatusCancelled StatementLineStatus = "cancelled"
)

type StopKind string

const (
	StopKindPickup  StopKind = "pickup"
	StopKindDropoff StopKind = "dropoff"
	StopKindReturn  StopKind = "return"
)

type StopOutcome string

const (
	StopOutcomePending StopOutcome = "pending"
	StopOutcomeDone    StopOutcome = "done"
	StopOutcomeFailed  StopOutcome = "failed"
)

type RecipientDecision string

const (
	RecipientDecisionComeAgain RecipientDecision = "come_again"
	RecipientDecisionLeave     RecipientDecision = "leave"
	RecipientDecisionLater     RecipientDecision = "later"
)

type Resolution string

const (
	ResolutionOpen   Resolution = "open"
	ResolutionReturn Resolution = "return"
	ResolutionLeave  Resolution = "leave"
)

type CodeCheck string

const (
	CodeCheckMatched    CodeCheck = "matched"
	CodeCheckOverridden CodeCheck = "overridden"
)

type ChargeType string

const (
	ChargeTypeCancellation ChargeType = "cancellation"
	ChargeTypeWaiting      ChargeType = "waiting"
	ChargeTypeReturn       ChargeType = "return"
	ChargeTypeAdjustment   ChargeType = "adjustment"
)

type CancellationTermsReason string

const (
	CancellationTermsReasonFreeUntilAssigned CancellationTermsReason = "free_until_assigned"
	CancellationTermsReasonCourierAssigned   CancellationTermsReason = "courier_assigned"
	CancellationTermsReasonCourierArrived    CancellationTermsReason = "courier_arrived"
	CancellationTermsReasonGoodsReturn       CancellationTermsReason = "goods_return"
	CancellationTermsReasonAlreadyCancelled  CancellationTermsReason = "already_cancelled"
	CancellationTermsReasonAlreadyDelivered  CancellationTermsReason = "already_delivered"
)

type EventType string

const (
	EventTypeOrderCreated          EventType = "order.created"
	EventTypeOrderUpdated          EventType = "order.updated"
	EventTypeOrderCourierNotFound  EventType = "order.courier_not_found"
	EventTypeOrderAssigned         EventType = "order.assigned"
	EventTypeOrderDriverChanged    EventType = "order.driver_changed"
	EventTypeOrderInProgress       EventType = "order.in_progress"
	EventTypeOrderStopCompleted    EventType = "order.stop_completed"
	EventTypeOrderStopFailed       EventType = "order.stop_failed"
	EventTypeOrderReturnStarted    EventType = "order.return_started"
	EventTypeOrderReturned         EventType = "order.returned"
	EventTypeOrderProofAdded       EventType = "order.proof_added"
	EventTypeOrderDelivered        EventType = "order.delivered"
	EventTypeOrderCancelled        EventType = "order.cancelled"
	EventTypeDriverLocationUpdated EventType = "driver.location_updated"
	EventTypeWebhookTest           EventType = "webhook.test"
)

type WebhookEventType string

const (
	WebhookEventTypeOrderCreated          WebhookEventType = "order.created"
	WebhookEventTypeOrderUpdated          WebhookEventType = "order.updated"
	WebhookEventTypeOrderCourierNotFound  WebhookEventType = "order.courier_not_found"
	WebhookEventTypeOrderAssigned         WebhookEventType = "order.assigned"
	WebhookEventTypeOrderDriverChanged    WebhookEventType = "order.driver_changed"
	WebhookEventTypeOrderInProgress       WebhookEventType = "order.in_progress"
	WebhookEventTypeOrderStopCompleted    WebhookEventType = "order.stop_completed"
	WebhookEventTypeOrderStopFailed       WebhookEventType = "order.stop_failed"
	WebhookEventTypeOrderReturnStarted    WebhookEventType = "order.return_started"
	WebhookEventTypeOrderReturned         WebhookEventType = "order.returned"
	WebhookEventTypeOrderProofAdded       WebhookEventType = "order.proof_added"
	WebhookEventTypeOrderDelivered        WebhookEventType = "order.delivered"
	WebhookEventTypeOrderCancelled        WebhookEventType = "order.cancelled"
	WebhookEventTypeDriverLocationUpdated WebhookEventType = "driver.location_updated"
)
