! Fortran's types: arrays with bounds of their own, allocatable and assumed shape, characters, complex, derived types.
module harbour
  implicit none
  integer, parameter :: long = selected_int_kind(18)
  type :: place
    character(len=8) :: name
    real(kind=8) :: depth(2)
    logical :: open
  end type place
  type, extends(place) :: port
    integer :: berths = 3
    type(place), pointer :: next => null()
    real, allocatable :: log(:)
  end type port
  integer :: visits = 7
  real, dimension(-1:1, 2) :: grid = reshape([1., 2., 3., 4., 5., 6.], [3, 2])
contains
  subroutine mark(value)
    integer, intent(in) :: value
    visits = visits + value
  end subroutine mark

  function total(values, word, most) result(sum_of)
    real(kind=8), intent(in) :: values(:)
    character(len=*), intent(in) :: word
    integer, optional, intent(in) :: most
    real(kind=8) :: sum_of
    integer :: i
    sum_of = 0
    do i = 1, size(values)
      sum_of = sum_of + values(i)
    end do
    call mark(len(word))
  end function total

  subroutine arrays(n, matrix)
    integer, intent(in) :: n
    integer, intent(inout) :: matrix(n, *)
    real(kind=8), allocatable :: heights(:)
    integer, allocatable :: empty(:)
    integer, target :: fixed(0:3) = [10, 20, 30, 40]
    integer, pointer :: part(:)
    integer(kind=1) :: small
    integer(kind=long) :: big
    integer :: local(n)
    logical :: yes, no
    complex :: z
    complex(kind=8) :: w
    character(len=5) :: word
    character :: letter
    character(len=3) :: words(2)
    real(kind=8) :: result
    small = -5_1
    big = 9000000000_long
    yes = .true.
    no = .not. yes
    z = (1.5, -2.5)
    w = z / 4
    word = 'leaf'
    letter = 'x'
    words = ['one', 'two']
    allocate(heights(2:4))
    heights = [0.5d0, -1.5d0, 2.5d0]
    part => fixed(1:3:2)
    local = matrix(:, 1)
    result = total(heights, word // '!')
    result = result + total(heights(3:2:-1), 'abc', 4)
    call mark(local(1))
  end subroutine arrays

  subroutine places(first, count)
    type(port), intent(inout), target :: first
    integer, value :: count
    type(place), target :: other
    type(place), allocatable :: many(:)
    class(place), pointer :: any_place
    procedure(mark), pointer :: call_it
    other = place('pier', [1d0, 2d0], .false.)
    first%next => other
    allocate(first%log(3))
    first%log = 1.25
    allocate(many(2))
    many = other
    any_place => first
    call_it => mark
    call call_it(count)
  end subroutine places
end module harbour

program tides
  use harbour
  implicit none
  integer :: matrix(2, 3)
  type(port) :: home
  integer :: shared_count
  real :: shared_level
  common /levels/ shared_count, shared_level
  matrix = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  shared_count = 4
  shared_level = 0.75
  home%name = 'home'
  home%depth = [3.5d0, -1d0]
  home%open = .true.
  call arrays(2, matrix)
  call places(home, 5)
  call mark(matrix(1, 1))
end program tides
